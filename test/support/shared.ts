/** What all files of a process share, such as a service: made by the first that asks. */
export interface Shared<T> {
  get(): Promise<T>
}

/**
 * Shares what `start` makes with all files of this process; it is stopped when the last of them has ended, or ends with
 * the process where the files of many processes are run side by side.
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
      started ??= start()
      return started
    },
  }
}

/** Has `check` asked of what is shared after each file, and once more when all of it has stopped. */
export function checkShared(check: () => void): void {
  checks.push(check)
}

/** Fails where one of them does. */
export function askChecks(): void {
  for (const check of checks) check()
}

/** Stops all of it. */
export async function stopShared(): Promise<void> {
  for (const stop of stops.toReversed()) await stop()
}

const stops: (() => Promise<void>)[] = []
const checks: (() => void)[] = []
