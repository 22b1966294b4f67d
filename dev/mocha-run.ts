import { readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unseenCodes } from '#test/support/unseen-codes.ts'
import { complain, say } from './say.ts'

/** Numbers of checks and tests by result; the last line of `npm test` is their sum. */
export type Counts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const passedOne: Counts = { passed: 1, failed: 0, skipped: 0 }
export const failedOne: Counts = { passed: 0, failed: 1, skipped: 0 }

/** Runs a shell line to its end, with these additional environment variables; returns its exit code. */
export type RunLine = (line: string, variables: Readonly<Record<string, string>>) => Promise<number>

/** The files and folders of a run, all deleted with it. */
export interface RunFolder {
  readonly counts: string
  readonly codes: string
  readonly costs: string
  /** Temporary folder of the tests and their servers. */
  readonly scratch: string
}

/** Creates them for `work`, and deletes them afterwards, whatever happens. */
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
    // PostgreSQL may run as another user, who must reach its data.
    await chmod(folder, 0o755)
    return await work(places)
  } finally {
    // A server that was just killed may still be writing its last file.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/**
 * Runs every test, file by file in parallel processes, and so with `--quick` those that mostly compute; with mocha
 * options, only what they select, in one process. `mocha` is the command line that starts it.
 */
export async function runMocha(
  mocha: string,
  options: readonly string[],
  { places, runLine }: { readonly places: RunFolder; readonly runLine: RunLine },
): Promise<readonly Counts[]> {
  const runOnce = async (words: readonly string[]): Promise<FileCounts | undefined> => {
    await rm(places.counts, { force: true })
    const line = [mocha, ...[...reportTo(places.counts), ...words].map(quoted)].join(' ')
    const code = await runLine(line, {
      // Whatever tests and servers leave behind is deleted with the run.
      TMPDIR: places.scratch,
      SEEN_CODES_FOLDER: places.codes,
      TEST_COSTS_FOLDER: places.costs,
    })
    const counts = await readCounts(places.counts)
    // A bad exit code without a failed test means that the run ended before its tests did.
    const endedEarly = code !== 0 && counts !== undefined && failedFiles(counts).length === 0
    return endedEarly ? { ...counts, '': failedOne } : counts
  }
  const counts = await runOnce(wordsOf(options))
  if (counts === undefined) return [failedOne]
  return Object.values(isByFile(options) ? await again(counts, runOnce) : counts)
}

/** By the file's path from the project root; failures outside of files are under ''. */
type FileCounts = Readonly<Record<string, Counts>>

/**
 * If only a few files failed in parallel they are run again alone. Both results are printed, and the second one
 * counts.
 */
async function again(
  counts: FileCounts,
  runOnce: (words: readonly string[]) => Promise<FileCounts | undefined>,
): Promise<FileCounts> {
  const files = failedFiles(counts)
  if (files.length === 0 || files.length > againMax || files.includes('')) return counts
  say(`\n  Failed beside others, now once more alone: ${files.join(', ')}\n`)
  const alone = await runOnce(files)
  if (alone === undefined) return counts
  const steady = failedFiles(alone)
  const unsteady = files.filter((file) => !steady.includes(file))
  if (unsteady.length > 0) say(`  Failed beside others and passed alone: ${unsteady.join(', ')}\n`)
  return { ...counts, ...alone }
}

/** Of over four hundred; more than these is no accident of a busy machine. */
const againMax = 20

function failedFiles(counts: FileCounts): readonly string[] {
  return Object.keys(counts).filter((file) => (counts[file]?.failed ?? 0) > 0)
}

/** True if these mocha options leave no test out: some checks only make sense for the whole run. */
export function isWhole(options: readonly string[]): boolean {
  return options.length === 0
}

function isQuick(options: readonly string[]): boolean {
  return options.length === 1 && options[0] === '--quick'
}

function isByFile(options: readonly string[]): boolean {
  return isWhole(options) || isQuick(options)
}

function reportTo(countsPath: string): readonly string[] {
  return ['--reporter=./test/support/reporter.cjs', `--reporter-option=counts=${countsPath}`]
}

function wordsOf(options: readonly string[]): readonly string[] {
  if (isByFile(options)) return ['--parallel', `--jobs=${jobs()}`, ...testFiles(isQuick(options))]
  return namesFile(options) ? options : [...options, ...testFiles()]
}

/** One waiting file runs beside each computing one, up to what memory surely allows. */
function jobs(): number {
  const asked = Number(process.env['TEST_JOBS'])
  return asked > 0 ? asked : Math.min(2 * availableParallelism(), jobsMax)
}

const jobsMax = 6

function namesFile(options: readonly string[]): boolean {
  return options.some((option) => !option.startsWith('-') && option.endsWith('.test.ts'))
}

/**
 * All test files in starting order: waiting ones, unless they are left out, among computing ones, long ones first, so
 * that none runs alone at the end.
 */
function testFiles(areComputing = false): readonly string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('test', path))
    .map((path) => ({ path, rank: rankOf(path), bytes: statSync(path).size }))
    .toSorted((one, other) => one.rank - other.rank || other.bytes - one.bytes)
    .map(({ path, rank }) => ({ path, waits: rank < waitingFolders.length }))
  const waiting = areComputing ? [] : files.filter(({ waits }) => waits)
  const computing = files.filter(({ waits }) => !waits)
  return among(waiting, computing).map(({ path }) => path)
}

/** Merges both lists in order, the shorter one spread evenly. */
function among<T>(these: readonly T[], those: readonly T[]): readonly T[] {
  const placed = [these, those].flatMap((list) =>
    list.map((each, at) => ({ each, place: (at + 0.5) / list.length })),
  )
  return placed.toSorted((one, other) => one.place - other.place).map(({ each }) => each)
}

/**
 * Files here mostly wait: for processes that start and are killed, browsers and clocks. Folders with the longest files
 * come first.
 */
const waitingFolders = ['chaos', 'deploy', 'faults', 'drills', 'browser', 'journeys', 'dev', 'sdk']
/** Files here call each route, or run long scenarios. */
const longFolders = ['route-table', 'api/recorded-answers', 'states', 'fuzz', 'workflows', 'db']
const ranked = [...waitingFolders, ...longFolders]

function rankOf(path: string): number {
  const rank = ranked.findIndex((folder) => path.startsWith(join('test', folder, '/')))
  return rank === -1 ? ranked.length : rank
}

async function readCounts(path: string): Promise<FileCounts | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as FileCounts
  } catch {
    complain('The tests ended before they could be counted.')
    return undefined
  }
}

/** Checks that each error code was returned to some test, by the notes in `folder`. */
export async function checkCodes(folder: string): Promise<Counts> {
  const unseen = await unseenCodes(folder)
  if (unseen.length === 0) {
    say('  ✓ every code of the table of errors was answered to some test')
    return passedOne
  }
  complain(`No test was refused with these error codes: ${unseen.join(', ')}.`)
  return failedOne
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
