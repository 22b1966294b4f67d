import { keepApiCallDays } from '#use-cases/api-calls/keep.ts'
import { purgeAttempts } from '#use-cases/sessions/attempts.ts'
import { purgeResponses } from '#db/idempotency.ts'
import { purgeCounters } from '#db/rate-limit.ts'
import { purgeSessions } from '#use-cases/sessions/sessions.ts'
import { onPool } from '#db/sql.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
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
      await outbox.relay()
      if (Date.now() - sweptAt > housekeepingEveryMs) {
        sweptAt = Date.now()
        await sweep(database)
      }
      return pauseMs
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

async function sweep(database: Database): Promise<void> {
  const sql = onPool(database.pool)
  await purgeResponses(sql)
  await purgeCounters(sql)
  await purgeAttempts(sql)
  await purgeSessions(sql)
  await keepApiCallDays(sql)
  await sql.rows('delete from waiting where until < now()')
}
