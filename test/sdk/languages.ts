import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const drivers = join(import.meta.dirname, 'drivers')
const run = promisify(execFile)

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

export const languages: readonly Language[] = [typescript]

function language(given: {
  readonly name: string
  readonly command: Language['command']
  readonly driver: string
  readonly environment?: Language['environment']
  /** Ends well where all is there. */
  readonly probe?: readonly string[]
}): Language {
  const { name, command, driver, environment = {}, probe } = given
  const [program, ...parts] = command
  const options = { cwd: root, env: { ...process.env, ...environment } }
  return {
    name,
    command,
    environment,
    isHere: () =>
      probe === undefined || spawnSync(program, [...parts, ...probe], options).status === 0,
    async play(baseUrl) {
      const given = [...parts, join(drivers, driver), baseUrl]
      const { stdout } = await run(program, given, { ...options, maxBuffer: 1 << 26 })
      return stdout
    },
  }
}
