import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import type { Log } from '#platform/log.ts'
import { retryUntilStopped } from '#platform/retry-until.ts'
import { callLines } from '#use-cases/webhooks/call-line.ts'

/**
 * How soon a free slot is found for which no delivery was started, because its worker crashed or the queue had just
 * begun.
 */
const pauseMs = 500

/** Starts deliveries that wait in line for an endpoint with free sends, until stopped. */
export function startLines({
  database,
  outbox,
  log,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly outbox: Outbox
  readonly log: Log
}): { stop(): Promise<void> } {
  return retryUntilStopped({
    turn: async () => {
      await callLines(database, outbox)
      return pauseMs
    },
    failed: (error, inARow) => {
      if (inARow === 1)
        log.warn({ err: error }, 'waiting deliveries of webhooks will be called later')
      return pauseMs
    },
  })
}
