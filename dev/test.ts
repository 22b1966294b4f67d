import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { findBinary, temporalCli, timeSkippingServer } from './binaries.ts'
import {
  checkCodes,
  type Counts,
  failedOne,
  inRunFolder,
  isWhole,
  passedOne,
  type RunFolder,
  type RunLine,
  runMocha,
} from './mocha-run.ts'
import { complain, say, step } from './say.ts'
import { sayCosts } from './test-costs.ts'
import { startTestServers, type TestServers } from './test-servers.ts'

// What `npm test` runs: the five code checks while the test servers start, then every test. Arguments after `npm test
// --` go to mocha. Each check counts as one in the last line.

/** The scripts of package.json that must succeed. */
const checks = ['format:check', 'typecheck', 'lint', 'imports', 'unused'] as const
/** Compiler and linter repeat shared work per thread: one thread and less garbage collection halve the work. */
const thrift = { GOMAXPROCS: '1', GOGC: '400' }
/** None of the service's variables in a developer's environment may reach the tests: they set their own. */
const foreign =
  /^(PORT|HOST|PUBLIC_URL|DATABASE_URL|TEMPORAL_.*|POSTGRES_PORT|DATA_DIR|MASTER_KEY|NODE_ENV|RATE_LIMIT_.*|SANDBOX_.*|FRAUD_.*|COLLECTION_EXPIRY|WEBHOOK_.*|LOG_LEVEL|TRUST_PROXY_HOPS|BUILD_ID|MTN_.*|MOOV_.*|WORKER_METRICS_PORT|API_METRICS_PORT)$/

let stopped = false
let used: ReturnType<TestServers['usage']> = {}
const running = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = true
    for (const child of running) child.kill(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const gotten = await getServers()
  const counts = [gotten, ...(stopped ? [] : await inRunFolder(runAll))]
  const total = (kind: keyof Counts): number =>
    counts.reduce((sum, { [kind]: count }) => sum + count, 0)
  const skipped = total('skipped')
  const failed = total('failed') + (stopped ? 1 : 0)
  say(`${total('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  return failed === 0 ? 0 : 1
}

/** The checks run first, because they would take CPU from the tests; their complaints are printed after the tests. */
async function runAll(places: RunFolder): Promise<readonly Counts[]> {
  const scripts = packageScripts()
  const [servers, ...checked] = await Promise.all([
    startServers(places),
    ...checks.map((name) => check(name, scripts[name] ?? '')),
  ])
  const tested = servers === undefined ? [failedOne] : await runTests(places, servers)
  for (const { complaint } of checked) if (complaint !== undefined && !stopped) complain(complaint)
  if (!stopped) await sayCosts(places.costs, used)
  return [...tested, ...checked.map(({ count }) => count)]
}

function packageScripts(): Readonly<Record<string, string>> {
  const description = createRequire(import.meta.url)('../package.json') as {
    readonly scripts: Readonly<Record<string, string>>
  }
  return description.scripts
}

/** Downloads them before the first test, so that none waits for it; only counted if it fails. */
async function getServers(): Promise<Counts> {
  try {
    for (const binary of [temporalCli, timeSkippingServer]) {
      await step(binary.title, () => findBinary(binary, (line) => say(`  … ${line}`)))
    }
    return { ...passedOne, passed: 0 }
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    return failedOne
  }
}

/** Silent on success; otherwise returns the output. */
async function check(
  name: string,
  script: string,
): Promise<{ readonly count: Counts; readonly complaint?: string }> {
  const { code, output } = await run(`exec ${script}`, 'pipe', thrift)
  if (code !== 0) return { count: failedOne, complaint: `${output}\nnpm run ${name} failed.` }
  say(`  ✓ npm run ${name}`)
  return { count: passedOne }
}

/** Undefined if they do not start. */
async function startServers({ scratch }: RunFolder): Promise<TestServers | undefined> {
  try {
    return await step('PostgreSQL', () => startTestServers(scratch))
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error))
    return undefined
  }
}

/** Runs the tests on these servers, which stop after the last test, before the costs are printed. */
async function runTests(places: RunFolder, servers: TestServers): Promise<readonly Counts[]> {
  const mocha = packageScripts()['mocha'] ?? ''
  try {
    if (stopped) return []
    const runLine: RunLine = async (line, variables) => {
      const { code } = await run(line, 'inherit', { ...variables, ...servers.variables })
      return code
    }
    const options = process.argv.slice(2)
    const counts = await runMocha(mocha, options, { places, runLine })
    return isWhole(options) ? [...counts, await checkCodes(places.codes)] : counts
  } finally {
    used = servers.usage()
    await servers.stop()
  }
}

async function run(
  script: string,
  output: 'pipe' | 'inherit',
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly output: string }> {
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name))
  const env = { ...Object.fromEntries(own), ...variables }
  const child = spawn(script, { shell: true, stdio: ['ignore', output, output], env })
  running.add(child)
  let said = ''
  const add = (chunk: Buffer): void => {
    said += chunk.toString('utf8')
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output: said })
    })
  })
}
