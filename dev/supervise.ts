import { setTimeout as pause } from 'node:timers/promises'
import { complain, say } from './say.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that is restarted when it ends by itself. */
export interface Supervised {
  /** Rejects when it has ended too often. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/** Watches a running server and restarts it with `start`, with growing pauses and a limit. */
export function supervise(
  name: string,
  first: ServerProcess,
  start: () => Promise<ServerProcess>,
): Supervised {
  let server = first
  let isStopping = false
  const watch = async (): Promise<never> => {
    for (let restarts = 0; restarts < restartsMax; restarts++) {
      await server.exited
      if (isStopping) return new Promise<never>(() => {})
      complain(`${name} ended unexpectedly; starting it again…`)
      await pause(Math.min(pauseMs * 2 ** restarts, pauseMsMax))
      try {
        server = await start()
        say(`${name} is back.`)
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error))
      }
      if (isStopping) await server.stop()
    }
    throw new Error(`${name} ended ${restartsMax} times; giving up.`)
  }
  const failed = watch()
  // It may fail before anybody awaits it; a later caller still gets the error.
  failed.catch(() => {})
  return {
    failed,
    stop: async () => {
      isStopping = true
      await server.stop()
    },
  }
}

const restartsMax = 8
const pauseMs = 250
const pauseMsMax = 10_000
