/** Ctrl-C, the death of the parent process, or anything else that asks us to end. */
export interface StopSignal {
  /** Settles at the first one. */
  readonly requested: Promise<void>
  readonly isRequested: () => boolean
}

/**
 * Listens from now on. The terminal, npm and the bootstrap may each pass on the same Ctrl-C, so only one that arrives
 * well after the first counts as a second: it calls `force`.
 */
export function listenForStop(force: () => void): StopSignal {
  let firstAt: number | undefined
  const requested = new Promise<void>((resolve) => {
    const heard = (): void => {
      if (firstAt === undefined) {
        firstAt = Date.now()
        resolve()
      } else if (Date.now() - firstAt > samePressMs) {
        force()
      }
    }
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid !== parent && firstAt === undefined) heard()
    }, orphanPollMs)
    watch.unref()
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, heard)
  })
  return { requested, isRequested: () => firstAt !== undefined }
}

const samePressMs = 700
const orphanPollMs = 1000
