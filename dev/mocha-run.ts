import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unseenCodes } from '#test/support/unseen-codes.ts'
import { complain, say } from './say.ts'

/** How many checks and tests ended how; the last line of `npm test` is their sum. */
export type Counts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const passedOne: Counts = { passed: 1, failed: 0, skipped: 0 }
export const failedOne: Counts = { passed: 0, failed: 1, skipped: 0 }

/** Runs a line of shell to its end, with these variables added to the environment; its exit code. */
export type RunLine = (line: string, variables: Readonly<Record<string, string>>) => Promise<number>

/** The places of a run; all of it goes with the run. */
export interface RunFolder {
  readonly counts: string
  readonly codes: string
  readonly costs: string
  /** Of the tests and of their servers. */
  readonly scratch: string
}

/** Makes them for `work`, and removes them, however it ended. */
export async function inRunFolder<T>(work: (places: RunFolder) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-service-test-'))
  const places = {
    counts: join(folder, 'counts.json'),
    codes: join(folder, 'codes'),
    costs: join(folder, 'costs'),
    scratch: join(folder, 'tmp'),
  }
  try {
    await Promise.all([places.codes, places.costs, places.scratch].map((path) => mkdir(path)))
    // PostgreSQL may run as a user of its own, who must find its data.
    await chmod(folder, 0o755)
    return await work(places)
  } finally {
    // A server that was just killed may still be writing its last file.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/**
 * Every test, file by file in processes side by side; or, where options of mocha are given, what they choose, in one
 * process. `mocha` is the line that starts it.
 */
export async function runMocha(
  mocha: string,
  options: readonly string[],
  { places, runLine }: { readonly places: RunFolder; readonly runLine: RunLine },
): Promise<readonly Counts[]> {
  const code = await runLine(`${mocha} ${wordsOf(options, places.counts)}`, {
    // Whatever tests and their servers leave behind goes with the run, however they ended.
    TMPDIR: places.scratch,
    SEEN_CODES_FOLDER: places.codes,
    TEST_COSTS_FOLDER: places.costs,
  })
  const counts = await readCounts(places.counts)
  if (counts === undefined) return [failedOne]
  // A run that ends badly without a failed test ended before its tests did.
  if (code !== 0 && counts.failed === 0) return [{ ...counts, failed: 1 }]
  return isWhole(options) ? [counts, await checkCodes(places.codes)] : [counts]
}

/** Some things can only be said of all tests together. */
function isWhole(options: readonly string[]): boolean {
  return options.length === 0
}

function wordsOf(options: readonly string[], countsPath: string): string {
  const report = [
    '--reporter=./test/support/reporter.cjs',
    `--reporter-option=counts=${countsPath}`,
  ]
  const how = isWhole(options) ? ['--parallel', `--jobs=${jobs()}`] : options
  const what = namesFile(options) ? [] : testFiles()
  return [...report, ...how, ...what].map(quoted).join(' ')
}

/** Tests wait as often as they compute: one process more than there are processors, and no more than memory is sure for. */
function jobs(): number {
  const asked = Number(process.env['TEST_JOBS'])
  return asked > 0 ? asked : Math.min(availableParallelism() + 1, jobsMax)
}

const jobsMax = 6

function namesFile(options: readonly string[]): boolean {
  return options.some((option) => !option.startsWith('-') && option.endsWith('.test.ts'))
}

/** All of them, those that take longest first, that none is left alone at the end: first by folder, then by size. */
function testFiles(): readonly string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path))
    .map((path) => ({ path, rank: rankOf(path), bytes: statSync(path).size }))
  return files
    .toSorted((one, other) => one.rank - other.rank || other.bytes - one.bytes)
    .map(({ path }) => path)
}

const longFolders = [
  'chaos',
  'faults',
  'route-table',
  'api/recorded-answers',
  'browser',
  'dev',
  'fuzz',
  'journeys',
  'workflows',
  'db',
]

/** Those that stop and kill servers, ask each route or look at pages take longest. */
function rankOf(path: string): number {
  const rank = longFolders.findIndex((folder) => path.startsWith(join('test', folder, '/')))
  return rank === -1 ? longFolders.length : rank
}

async function readCounts(path: string): Promise<Counts | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Counts
  } catch {
    complain('The tests ended before they could be counted.')
    return undefined
  }
}

/** Each code of the table of errors was answered to some test. */
async function checkCodes(folder: string): Promise<Counts> {
  const unseen = await unseenCodes(folder)
  if (unseen.length === 0) {
    say('  ✓ every code of the table of errors was answered to some test')
    return passedOne
  }
  complain(`No test was answered these codes of the table of errors: ${unseen.join(', ')}.`)
  return failedOne
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
