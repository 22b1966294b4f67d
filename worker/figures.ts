import type { Database } from '#db/connect.ts'
import type { Log } from '#platform/log.ts'
import { retryUntilStopped } from '#platform/retry-until.ts'
import { foldedAtOnce, foldFigures } from '#use-cases/dashboard/figures.ts'

/** In the meantime, readers of the figures add payments that have ended since. */
const pauseMs = 2000

/** Adds ended payments to the figures by day, until stopped. */
export function startFigures({
  database,
  log,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
}): { stop(): Promise<void> } {
  return retryUntilStopped({
    turn: async () => ((await foldFigures(database)) < foldedAtOnce ? pauseMs : 0),
    failed: (error, inARow) => {
      if (inARow === 1) log.warn({ err: error }, 'figures by day will be updated later')
      return pauseMs
    },
  })
}
