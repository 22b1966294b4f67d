import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#dev/ports.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { noteStart } from './costs.ts'
import { atExit, temporaryFolder } from './temporary-folder.ts'

/** A process of the service as in production; it never outlives the test run. */
export interface ServiceProcess {
  /** Its kind, and its start number within the run: `worker 3`. */
  readonly name: string
  readonly pid: number
  /** Its exit code; null if a signal ended it. */
  readonly exited: Promise<number | null>
  isRunning(): boolean
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>
  /** Sends SIGTERM; returns its exit code and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: number }>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Everything it has printed so far. */
  output(): string
  /** Waits until it has printed this text; fails with its last lines if it ends first or takes too long. */
  says(text: string, timeoutMs?: number): Promise<void>
}

export interface ApiProcess extends ServiceProcess {
  readonly baseUrl: string
}

type Environment = Readonly<Record<string, string>>

/** `npm run api`, ready, of this code or of the code in `folder`. Another start with its `PORT` replaces it. */
export async function startApiProcess(
  environment: Environment,
  folder = root,
): Promise<ApiProcess> {
  const port = environment['PORT'] ?? String((await freePorts(1))[0])
  const main = { main: 'server/main.ts', folder }
  const api = await launch('api', main, { ...environment, PORT: port })
  const baseUrl = `http://127.0.0.1:${port}`
  await untilAnswering(api, baseUrl)
  return { ...api, baseUrl }
}

/** `npm run worker`, taking work; `launchWorker` does not wait for that. It logs at `info`, which the tests read. */
export async function startWorkerProcess(
  environment: Environment,
  folder = root,
): Promise<ServiceProcess> {
  const worker = await launchWorker(environment, folder)
  await worker.says('the worker runs')
  return worker
}

/** `npm run worker`, which may have to wait for Temporal. */
export function launchWorker(environment: Environment, folder = root): Promise<ServiceProcess> {
  const main = { main: 'worker/main.ts', folder }
  return launch('worker', main, { ...environment, LOG_LEVEL: 'info' })
}

/** API and worker in one process (dev/service.ts), ready. */
export async function startCombinedProcess(environment: Environment): Promise<ApiProcess> {
  const [port = 0] = await freePorts(1)
  const main = { main: 'test/faults/combined-main.ts', folder: root }
  const service = await launch('service', main, { ...environment, PORT: String(port) })
  const baseUrl = `http://127.0.0.1:${port}`
  await untilAnswering(service, baseUrl)
  return { ...service, baseUrl }
}

/** The result of a finished command: exit code and output. */
export interface Told {
  readonly code: number | null
  readonly output: string
}

/** Runs `npm run reconcile` to its end. */
export function runReconcile(environment: Environment, ...words: readonly string[]): Promise<Told> {
  return runCommand({ main: 'server/cli/reconcile-main.ts', words }, environment)
}

/** The same for `npm run migrate`. */
export function runMigrate(environment: Environment, ...words: readonly string[]): Promise<Told> {
  return runCommand({ main: 'db/migrate-main.ts', words }, environment)
}

/** The same for `npm run look-again`. */
export function runLookAgain(environment: Environment, ...words: readonly string[]): Promise<Told> {
  return runCommand({ main: 'server/cli/look-again-main.ts', words }, environment)
}

/** Runs a command of this code, or of the code in `folder`, to its end. */
export async function runCommand(command: Command, environment: Environment): Promise<Told> {
  const started = await launchCommand(command, environment)
  const code = await started.exited
  return { code, output: started.output() }
}

type Command = Omit<Main, 'folder'> & { readonly folder?: string }

/** The same without waiting for its end. */
export function launchCommand(
  { folder = root, ...command }: Command,
  environment: Environment,
): Promise<ServiceProcess> {
  return launch('command', { ...command, folder }, environment)
}

/** What a process runs, where, and with which arguments. */
interface Main {
  readonly main: string
  readonly folder: string
  readonly words?: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const startTimeoutMs = 60_000
const askTimeoutMs = 2000
const lastLines = 40

/** Only what a process needs of our environment, so that a developer's settings have no effect. */
const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'] as const

let folder: string | undefined
let starts = 0

async function launch(kind: string, main: Main, environment: Environment): Promise<ServiceProcess> {
  noteStart('process')
  starts += 1
  folder ??= temporaryFolder('processes')
  const name = `${kind} ${starts}`
  const logPath = join(folder, `${kind}-${starts}.log`)
  const child = spawnInto(logPath, main, environment)
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const release = guard(child.pid ?? 0)
  void exited.then(release)
  atExit(() => child.kill('SIGKILL'))
  child.unref()
  return handleOf({ name, child, exited, logPath })
}

function handleOf(started: {
  readonly name: string
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly logPath: string
}): ServiceProcess {
  const { name, child, exited, logPath } = started
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const output = (): string => readFileSync(logPath, 'utf8')
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    // A process that is awaited keeps us alive; one that just runs does not.
    child.ref()
    child.kill(signal)
    return exited
  }
  return {
    name,
    pid: child.pid ?? 0,
    exited,
    isRunning,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      const since = Date.now()
      const code = await end('SIGTERM')
      return { code, tookMs: Date.now() - since }
    },
    signal: (signal) => void child.kill(signal),
    output,
    says: async (text, timeoutMs = startTimeoutMs) => {
      const isSaid = (): Promise<boolean> => Promise.resolve(output().includes(text))
      const isHeard = await waitUntil(isSaid, timeoutMs, () => !isRunning())
      if (!isHeard && !(await isSaid())) throw new Error(`${name} never said "${text}":\n${tail()}`)
    },
  }

  function tail(): string {
    return output().split('\n').slice(-lastLines).join('\n')
  }
}

/** The options of Node that deploy/ and package.json give. */
const asDeployed = ['--max-semi-space-size=8', '--import=./platform/jsx.mjs']

/** Its own process group shields it from the terminal's Ctrl-C: the tests stop processes in their own order. */
function spawnInto(
  logPath: string,
  { main, folder: cwd, words = [] }: Main,
  environment: Environment,
): ChildProcess {
  const kept = inherited.map((name) => [name, process.env[name]] as const)
  const log = openSync(logPath, 'w')
  try {
    return spawn(process.execPath, [...asDeployed, main, ...words], {
      cwd,
      env: { ...Object.fromEntries(kept), ...environment },
      stdio: ['ignore', log, log],
      detached: true,
    })
  } finally {
    closeSync(log)
  }
}

/** A shell that reads from a pipe of ours and kills the process if we die in any way; on `done` it exits. */
function guard(pid: number): () => void {
  const script = `read -r word; [ "$word" = done ] || kill -s KILL ${pid} 2>/dev/null`
  const shell = spawn('sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.once('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return () => shell.stdin.end('done\n')
}

async function untilAnswering(child: ServiceProcess, baseUrl: string): Promise<void> {
  const answers = async (): Promise<boolean> => {
    const signal = AbortSignal.timeout(askTimeoutMs)
    const response = await fetch(`${baseUrl}/healthz`, { signal }).catch(() => undefined)
    return response?.ok === true
  }
  const isUp = await waitUntil(answers, startTimeoutMs, () => !child.isRunning())
  if (isUp) return
  await child.kill()
  throw new Error(`${child.name} does not answer. It said:\n${child.output()}`)
}
