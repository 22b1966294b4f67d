import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinary, temporalCli, timeSkippingServer } from './binaries.ts'
import { complain, say, step } from './say.ts'

// What `npm test` runs: the servers that tests need, the four checks of the code, then every test. What stands behind
// `npm test --` goes to mocha. Each check counts as one in the last line.

/** The scripts of package.json that must end well, in this order. */
const checks = ['format:check', 'typecheck', 'lint', 'imports'] as const
/** Of a developer's own environment nothing of the service may reach the tests: they make their own. */
const foreign =
  /^(PORT|HOST|PUBLIC_URL|DATABASE_URL|TEMPORAL_.*|POSTGRES_PORT|DATA_DIR|MASTER_KEY|NODE_ENV|RATE_LIMIT_.*|SANDBOX_.*|FRAUD_.*|COLLECTION_EXPIRY|WEBHOOK_.*|LOG_LEVEL|TRUST_PROXY_HOPS|MTN_.*|MOOV_.*|WORKER_METRICS_PORT)$/

type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

const passedOne: Counts = { passed: 1, failed: 0, skipped: 0 }
const failedOne: Counts = { passed: 0, failed: 1, skipped: 0 }

let stopped = false
let current: ReturnType<typeof spawn> | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopped = true
    current?.kill(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const scripts = packageScripts()
  const counts: Counts[] = [await getServers()]
  for (const name of checks) {
    if (!stopped) counts.push(await check(name, scripts[name] ?? ''))
  }
  if (!stopped) counts.push(await runTests())
  const total = (kind: keyof Counts): number =>
    counts.reduce((sum, { [kind]: count }) => sum + count, 0)
  const skipped = total('skipped')
  const failed = total('failed') + (stopped ? 1 : 0)
  say(`${total('passed')} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`)
  return failed === 0 ? 0 : 1
}

function packageScripts(): Readonly<Record<string, string>> {
  const description = createRequire(import.meta.url)('../package.json') as {
    readonly scripts: Readonly<Record<string, string>>
  }
  return description.scripts
}

/** Gets them before the first test, that none has to wait for a download; not counted unless it fails. */
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

/** Silent when it ends well; else all it said. */
async function check(name: string, script: string): Promise<Counts> {
  let said = ''
  try {
    await step(`npm run ${name}`, async () => {
      const { code, output } = await run(script, 'pipe')
      said = output
      if (code !== 0) throw new Error(`npm run ${name} failed.`)
    })
    return passedOne
  } catch (error) {
    process.stdout.write(said)
    complain(error instanceof Error ? error.message : String(error))
    return failedOne
  }
}

async function runTests(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-service-test-'))
  const countsPath = join(folder, 'counts.json')
  try {
    const args = process.argv.slice(2).map(quoted).join(' ')
    const reporter = `--reporter ./test/support/reporter.cjs --reporter-option counts=${countsPath}`
    // Some things can only be said of all tests together.
    const whole = args === '' ? 'WHOLE_RUN=1 ' : ''
    const { code } = await run(`${whole}mocha ${reporter} ${args}`, 'inherit')
    const counts = await readCounts(countsPath)
    // A run that ends badly without a failed test ended before its tests did.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readCounts(path: string): Promise<Counts> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Counts
  } catch {
    complain('The tests ended before they could be counted.')
    return failedOne
  }
}

async function run(
  script: string,
  output: 'pipe' | 'inherit',
): Promise<{ readonly code: number; readonly output: string }> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !foreign.test(name)),
  )
  const child = spawn(script, { shell: true, stdio: ['ignore', output, output], env })
  current = child
  let said = ''
  const add = (chunk: Buffer): void => {
    said += chunk.toString('utf8')
  }
  child.stdout?.on('data', add)
  child.stderr?.on('data', add)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output: said }))
  })
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
