import { setTimeout as pause } from 'node:timers/promises'
import { complain, say } from './say.ts'
import type { ServerProcess } from './server-process.ts'

/** A server that is started again when it ends by itself. */
export interface Supervised {
  /** Rejects when it ended too often to go on. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/** Watches a server that runs, and starts it again by `start`, with growing pauses and not for ever. */
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
  // It may fail before anybody asks; whoever does is told then.
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
