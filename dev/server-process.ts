import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How to run a server as a child process. */
export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Added to our own environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Its output; the log of the previous run is kept beside it as `.old`. */
  readonly logPath: string
  /** The signal that stops it cleanly. */
  readonly stopSignal: NodeJS.Signals
  /** Stores its process id, for a later start that finds it left behind. */
  readonly pidPath?: string
  /** Deleted if we die before we could stop it; for temporary data only. */
  readonly removeOnDeath?: string
}

/**
 * A server that runs beside us. It does not keep our process alive, does not get our Ctrl-C, and ends when we die.
 */
export interface ServerProcess {
  readonly pid: number
  /** Settles when the process has ended, however it ended. */
  readonly exited: Promise<void>
  isRunning(): boolean
  /** Stops it cleanly, or by force after `forceAfterMs`. */
  stop(): Promise<void>
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** The last lines it printed. */
  lastWords(): string
}

/** Starts it; the caller checks whether it is ready. */
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

/** Its own process group shields it from the terminal's Ctrl-C: we stop servers in our own order. */
function spawnDetached(command: ServerCommand): ChildProcess {
  const { args, environment, logPath } = command
  mkdirSync(dirname(logPath), { recursive: true, mode: 0o700 })
  keepOld(logPath)
  const log = openSync(logPath, 'w', 0o600)
  // What it creates is for its own user alone. The mask is ours again before anything else runs.
  const mask = process.umask(0o077)
  try {
    return spawn(command.command, args, {
      stdio: ['ignore', log, log],
      detached: true,
      env: { ...process.env, ...environment },
    })
  } finally {
    process.umask(mask)
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
 * A shell that reads from a pipe of ours: if we die, however that happens, the pipe closes and the shell ends the
 * server. On `done` it exits.
 */
function guard(pid: number, command: ServerCommand): () => void {
  if (process.platform === 'win32') return () => {}
  const remove = command.removeOnDeath ?? ''
  const signal = remove === '' ? command.stopSignal.slice('SIG'.length) : 'KILL'
  const args = ['-c', guardScript, 'guard', signal, String(pid), remove]
  const shell = spawn('sh', args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  // Without a shell there is no guard; the next start finds leftovers by their pid files.
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
