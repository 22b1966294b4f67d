import { type Outbox, relayedAtOnce } from '#db/outbox.ts'
import type { Log } from '#platform/log.ts'
import { retryUntilStopped } from '#platform/retry-until.ts'

/** How soon the relay finds an entry whose process crashed, or that waited for Temporal. */
const pauseMs = 500

/** Hands over what is still in the outbox, until stopped. */
export function startRelay({ outbox, log }: { readonly outbox: Outbox; readonly log: Log }): {
  stop(): Promise<void>
} {
  return retryUntilStopped({
    turn: async () => {
      const taken = await outbox.relay()
      // A full batch may have more behind it.
      return taken < relayedAtOnce ? pauseMs : 0
    },
    failed: (error, inARow) => {
      if (inARow === 1) log.warn({ err: error }, 'the relay will try again')
      return pauseMs
    },
  })
}
