import type { Database } from '#db/connect.ts'
import type { Log } from '#platform/log.ts'
import { retryUntilStopped } from '#platform/retry-until.ts'
import { fillFigures, foldedAtOnce, foldFigures } from '#use-cases/dashboard/figures.ts'

/** In the meantime, readers of the figures add payments that have ended since. */
const pauseMs = 2000
/** Days from before a sum existed leave the database to others in between. */
const fillPauseMs = 50

/** Adds ended payments to the figures by day, and fills in what earlier days lack, until stopped. */
export function startFigures({
  database,
  log,
}: {
  readonly database: Pick<Database, 'pool'>
  readonly log: Log
}): { stop(): Promise<void> } {
  return retryUntilStopped({
    turn: async () => {
      if ((await foldFigures(database)) === foldedAtOnce) return 0
      return (await fillFigures(database)) > 0 ? fillPauseMs : pauseMs
    },
    failed: (error, inARow) => {
      if (inARow === 1) log.warn({ err: error }, 'figures by day will be updated later')
      return pauseMs
    },
  })
}
