import type { Database } from '#db/connect.ts'
import type { Log } from '#platform/log.ts'
import { retryUntil } from '#platform/retry-until.ts'
import { foldedAtOnce, foldFigures } from '#use-cases/dashboard/fold-figures.ts'

/** Until then who reads figures adds the payments that ended since. */
const pauseMs = 2000

/** Sums up the figures of payments as they end, until stopped. */
export function startFigures({
  database,
  log,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
}): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const ended = retryUntil(stopping.signal, {
    turn: async () => ((await foldFigures(database)) < foldedAtOnce ? pauseMs : 0),
    failed: (error) => {
      log.warn({ err: error }, 'figures will be summed up later')
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
