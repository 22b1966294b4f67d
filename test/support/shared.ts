import { AsyncLocalStorage } from 'node:async_hooks'

/** Something that all files of a process share, such as a service: created on first use. */
export interface Shared<T> {
  get(): Promise<T>
}

/**
 * Shares what `start` creates with all files of this process. It is stopped after the last file, or when the process
 * ends if files run in parallel processes.
 */
export function shared<T extends { stop(): Promise<void> }>(start: () => Promise<T>): Shared<T> {
  let started: Promise<T> | undefined
  stops.push(async () => {
    const running = started
    started = undefined
    await (await running)?.stop()
  })
  return {
    get() {
      started ??= starting.run(true, start)
      return started
    },
  }
}

/** Whether what is being made is for all files of this process. */
export function isForAll(): boolean {
  return starting.getStore() === true
}

const starting = new AsyncLocalStorage<true>()

/** Calls `check` after each file, and once more when everything shared has stopped. */
export function checkShared(check: () => void): void {
  checks.push(check)
}

/** Fails if any check fails. */
export function askChecks(): void {
  for (const check of checks) check()
}

/** Stops everything shared. */
export async function stopShared(): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}

const stops: (() => Promise<void>)[] = []
const checks: (() => void)[] = []
