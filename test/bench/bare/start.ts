import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#dev/ports.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { atExit } from '#test/support/temporary-folder.ts'

/** A process that does the same with nothing of ours in it. */
export interface BareProcess {
  readonly baseUrl: string
  readonly pid: number
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/** Starts it and waits until it answers. */
export async function startBare(
  kind: 'api' | 'worker',
  environment: Readonly<Record<string, string>>,
): Promise<BareProcess> {
  const [port = 0] = await freePorts(1)
  const main = fileURLToPath(new URL(`${kind}-main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  atExit(() => child.kill('SIGKILL'))
  const baseUrl = `http://127.0.0.1:${port}`
  const answers = async (): Promise<boolean> =>
    (await fetch(baseUrl).catch(() => undefined))?.ok === true
  const hasEnded = (): boolean => child.exitCode !== null
  if (!(await waitUntil(answers, startTimeoutMs, hasEnded))) {
    child.kill('SIGKILL')
    throw new Error(`The bare ${kind} does not answer.`)
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
