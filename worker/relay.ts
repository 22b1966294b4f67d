import { sweep } from '#use-cases/sweep.ts'
import type { Database } from '#db/connect.ts'
import { type Outbox, relayedAtOnce } from '#db/outbox.ts'
import type { Log } from '#platform/log.ts'
import { retryUntil } from '#platform/retry-until.ts'

/** How soon an entry is found whose own process died, or that waited for Temporal. */
const pauseMs = 500
const housekeepingEveryMs = 60_000

/** Hands over what the outbox still owes, and sweeps what has had its time, until stopped. */
export function startRelay({
  outbox,
  database,
  log,
}: {
  readonly outbox: Outbox
  readonly database: Database
  readonly log: Log
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  let sweptAt = 0
  const ended = retryUntil(stopping.signal, {
    turn: async () => {
      const taken = await outbox.relay()
      if (Date.now() - sweptAt > housekeepingEveryMs) {
        sweptAt = Date.now()
        await sweep(database)
      }
      // A full batch had more behind it.
      return taken < relayedAtOnce ? pauseMs : 0
    },
    failed: (error) => {
      log.warn({ err: error }, 'the relay will try again')
      return pauseMs
    },
  })
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
