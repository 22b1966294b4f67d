import { execFile, spawnSync } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const drivers = join(import.meta.dirname, 'drivers')
const run = promisify(execFile)
const installMsMax = 90_000

/** A language that there is a library for, and how its programs are run here. */
export interface Language {
  readonly name: string
  /** False where its runtime or a library is missing: what needs it is skipped, and counted as skipped. */
  isHere(): boolean
  /** The command that runs a program of it. */
  readonly command: readonly [program: string, ...parts: string[]]
  readonly environment: Readonly<Record<string, string>>
  /** Plays the vectors against this address; what it prints. */
  play(baseUrl: string): Promise<string>
}

const typescript = language({
  name: 'TypeScript',
  command: [process.execPath],
  driver: 'typescript-main.ts',
})

const venv = join(root, '.cache/python')

/** With httpx and cryptography, in a folder of packages of their own that the first test makes. */
const python = language({
  name: 'Python',
  command: [join(venv, 'bin/python3')],
  driver: 'python.py',
  environment: { PYTHONPATH: join(root, 'sdk/python'), PYTHONDONTWRITEBYTECODE: '1' },
  prepare: () => makeVenv(venv),
  probe: ['-c', 'import httpx, cryptography'],
})

/** With Debian’s php-cli, php-curl and php-guzzlehttp-guzzle. */
const php = language({
  name: 'PHP',
  command: ['php', '-d', 'display_errors=stderr'],
  driver: 'php.php',
  probe: ['-r', "require 'GuzzleHttp/autoload.php'; exit(extension_loaded('openssl') ? 0 : 1);"],
})

export const languages: readonly Language[] = [typescript, python, php]

/** Nothing where it is there already, or where Python or its packages are not to be had. */
function makeVenv(folder: string): void {
  if (existsSync(folder)) return
  const quiet = { stdio: 'ignore', timeout: installMsMax } as const
  // Made aside and moved: files of tests run side by side.
  const made = `${folder}.${process.pid}`
  if (spawnSync('python3', ['-m', 'venv', made], quiet).status !== 0) return
  const install = ['-m', 'pip', 'install', '--quiet', 'httpx', 'cryptography']
  spawnSync(join(made, 'bin/python3'), install, quiet)
  if (!existsSync(folder)) renameSync(made, folder)
}

function language(given: {
  readonly name: string
  readonly command: Language['command']
  readonly driver: string
  readonly environment?: Language['environment']
  /** Ends well where all is there. */
  readonly probe?: readonly string[]
  /** Gets what can be had. */
  readonly prepare?: () => void
}): Language {
  const { name, command, driver, environment = {}, probe } = given
  const [program, ...parts] = command
  const options = { cwd: root, env: { ...process.env, ...environment } }
  return {
    name,
    command,
    environment,
    isHere() {
      given.prepare?.()
      return probe === undefined || spawnSync(program, [...parts, ...probe], options).status === 0
    },
    async play(baseUrl) {
      const words = [...parts, join(drivers, driver), baseUrl]
      const { stdout } = await run(program, words, { ...options, maxBuffer: 1 << 26 })
      return stdout
    },
  }
}
