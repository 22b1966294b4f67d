import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How to run a server as a process of ours. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Added to ours. */
  readonly environment?: Readonly<Record<string, string>>
  /** What it prints; the log of the run before is kept beside it as `.old`. */
  readonly logPath: string
  /** Asks it to end well. */
  readonly stopSignal: NodeJS.Signals
  /** Remembers its process id, for a start that finds it left over. */
  readonly pidPath?: string
  /** Deleted, should we die before we could stop it; for temporary data only. */
  readonly removeOnDeath?: string
}

/** A server that runs beside us. It never keeps us alive, gets no Ctrl-C of ours, and ends when we die. */
export interface ServerProcess {
  readonly pid: number
  /** Settles when the process is gone, however it went. */
  readonly exited: Promise<void>
  isRunning(): boolean
  /** Ends it well, or by force after `forceAfterMs`. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** The last lines it printed. */
  lastWords(): string
}

/** Starts it; whether it is ready is for the caller to find out. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const child = spawnDetached(command)
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  const pid = child.pid ?? 0
  if (command.pidPath !== undefined) writeFileSync(command.pidPath, `${pid}\n`)
  const release = guard(pid, command)
  void exited.then(release)
  child.unref()
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!isRunning()) return exited
    child.ref()
    child.kill(signal)
    const force = setTimeout(() => child.kill('SIGKILL'), forceAfterMs)
    await exited
    clearTimeout(force)
    if (command.pidPath !== undefined) await rm(command.pidPath, { force: true })
  }
  return {
    pid,
    exited,
    isRunning,
    stop: () => end(command.stopSignal),
    kill: () => end('SIGKILL'),
    signal: (signal) => {
      child.kill(signal)
    },
    lastWords: () => lastLines(command.logPath),
  }
}

const forceAfterMs = 10_000
const lastWordsLines = 12

/** A process group of its own keeps the terminal's Ctrl-C from it: we stop it, in our order. */
function spawnDetached(command: ServerCommand): ChildProcess {
  const { args, environment, logPath } = command
  mkdirSync(dirname(logPath), { recursive: true, mode: 0o700 })
  keepOld(logPath)
  const log = openSync(logPath, 'w', 0o600)
  try {
    return spawn(command.command, args, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, ...environment },
    })
  } finally {
    closeSync(log)
  }
}

function keepOld(logPath: string): void {
  try {
    renameSync(logPath, `${logPath}.old`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/**
 * A shell that waits at a pipe of ours: when we die, however it happens, the pipe closes and it ends the server. Told
 * `done`, it leaves.
 */
function guard(pid: number, command: ServerCommand): () => void {
  if (process.platform === 'win32') return () => {}
  const remove = command.removeOnDeath ?? ''
  const signal = remove === '' ? command.stopSignal.slice('SIG'.length) : 'KILL'
  const args = ['-c', guardScript, 'guard', signal, String(pid), remove]
  const shell = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  // Without a shell there is no guard; the next start finds what is left over by its pid file.
  shell.once('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  if ('unref' in shell.stdin && typeof shell.stdin.unref === 'function') shell.stdin.unref()
  return () => shell.stdin.end('done\n')
}

const guardScript = `read -r word
[ "$word" = done ] && exit 0
kill -s "$1" "$2" 2>/dev/null
[ -z "$3" ] && exit 0
for try in 1 2 3 4 5; do sleep 1; rm -rf "$3" && exit 0; done`

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trim().split('\n').slice(-lastWordsLines).join('\n')
}
