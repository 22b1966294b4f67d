import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#dev/ports.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { noteStart } from './costs.ts'
import { atExit, temporaryFolder } from './temporary-folder.ts'

/** A process of the service as production runs it; it never outlives the run of the tests. */
export interface ServiceProcess {
  /** What it is, and which start of the run it was: `worker 3`. */
  readonly name: string
  readonly pid: number
  /** Its exit code; null when a signal ended it. */
  readonly exited: Promise<number | null>
  isRunning(): boolean
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** SIGTERM; its exit code, and how long it took. */
  stop(): Promise<{ readonly code: number | null; readonly tookMs: number }>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Everything it has printed so far. */
  output(): string
  /** Waits until it has printed this text; fails with its last lines when it ends first, or does not in time. */
  says(text: string, timeoutMs?: number): Promise<void>
}

export interface ApiProcess extends ServiceProcess {
  readonly baseUrl: string
}

type Environment = Readonly<Record<string, string>>

/** `npm run api`, answering, of this code or that in `folder`. Another start with its `PORT` takes its place. */
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

/** `npm run worker`, taking work; `launchWorker` does not wait for that. It logs at `info`, to be heard. */
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

/** API and worker in one process (dev/service.ts), answering. */
export async function startCombinedProcess(environment: Environment): Promise<ApiProcess> {
  const [port = 0] = await freePorts(1)
  const main = { main: 'test/faults/combined-main.ts', folder: root }
  const service = await launch('service', main, { ...environment, PORT: String(port) })
  const baseUrl = `http://127.0.0.1:${port}`
  await untilAnswering(service, baseUrl)
  return { ...service, baseUrl }
}

/** What a command that has come to its end left: its exit code, and what it printed. */
export interface Told {
  readonly code: number | null
  readonly output: string
}

/** `npm run reconcile`, to its end. */
export function runReconcile(environment: Environment): Promise<Told> {
  return runCommand({ main: 'server/cli/reconcile-main.ts' }, environment)
}

/** The same of `npm run look-again`. */
export function runLookAgain(environment: Environment, ...words: readonly string[]): Promise<Told> {
  return runCommand({ main: 'server/cli/look-again-main.ts', words }, environment)
}

/** A command of this code, or that in `folder`, to its end. */
export async function runCommand(
  { folder = root, ...command }: Omit<Main, 'folder'> & { readonly folder?: string },
  environment: Environment,
): Promise<Told> {
  const started = await launch('command', { ...command, folder }, environment)
  const code = await started.exited
  return { code, output: started.output() }
}

/** What a process runs, where, and with which words behind it. */
interface Main {
  readonly main: string
  readonly folder: string
  readonly words?: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const startTimeoutMs = 60_000
const askTimeoutMs = 2000
const lastLines = 40

/** Only what a process needs of ours, so that a developer's own settings decide nothing. */
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
    // A process that is waited for keeps us alive; one that just runs does not.
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

/** A process group of its own keeps a terminal's Ctrl-C from it: the tests stop it, in their order. */
function spawnInto(
  logPath: string,
  { main, folder: cwd, words = [] }: Main,
  environment: Environment,
): ChildProcess {
  const kept = inherited.map((name) => [name, process.env[name]] as const)
  const log = openSync(logPath, 'w')
  try {
    return spawn(process.execPath, ['--import=./platform/jsx.mjs', main, ...words], {
      cwd,
      env: { ...Object.fromEntries(kept), ...environment },
      stdio: ['ignore', log, log],
      detached: true,
    })
  } finally {
    closeSync(log)
  }
}

/** A shell that waits at a pipe of ours and, should we die in any way, ends the process; told `done`, it leaves. */
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
