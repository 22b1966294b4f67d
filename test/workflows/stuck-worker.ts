import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NativeConnection, Worker } from '@temporalio/worker'
import { workflowBundle } from '#worker/bundle.ts'
import { steps } from './stuck-steps.ts'

/** A worker process whose activities never end: from its start, or from `getStuck` on. */
export function startStuck(
  address: string,
  taskQueue: string,
  isLater: 'from the start' | 'later',
): ChildProcess {
  const main = fileURLToPath(new URL('stuck-worker-main.ts', import.meta.url))
  const parts = ['--import=./platform/jsx.mjs', main, address, taskQueue, isLater]
  return spawn(process.execPath, parts, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** From here on none of its activities ends. */
export async function getStuck(worker: ChildProcess): Promise<void> {
  if (worker.stdout === null) throw new Error('it says nothing')
  const isSaid = once(worker.stdout, 'data')
  worker.kill('SIGUSR2')
  await isSaid
}

export async function kill(worker: ChildProcess): Promise<void> {
  const isOver = once(worker, 'exit')
  worker.kill('SIGKILL')
  await isOver
}

/** Another worker, whose activities do answer. */
export async function runUntil(
  address: string,
  taskQueue: string,
  isDone: Promise<unknown>,
): Promise<void> {
  const native = await NativeConnection.connect({ address })
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await workflowBundle(),
    activities: steps(),
  })
  await worker.runUntil(isDone)
  await native.close()
}
