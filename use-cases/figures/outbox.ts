import type { Database } from '#db/connect.ts'
import { rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

/** Entries not yet handed over to Temporal. */
export interface OutboxFigures {
  /** Counted up to `entriesCounted`. */
  readonly entries: number
  /** 0 if there are none. */
  readonly oldestSeconds: number
}

/** Read from the database, so every process reports the same. */
export function readOutboxFigures({ pool }: Pick<Database, 'pool'>): Promise<OutboxFigures> {
  return onPool(pool).only(figures)
}

/** Beyond this the exact number does not matter. */
const entriesCounted = 100_000

const someEntries = db.selectFrom('outbox').select('id').limit(entriesCounted).as('o')
/** Ids increase with time, so the first is the oldest, except for the time a commit takes. */
const oldest = db
  .selectFrom('outbox')
  .select((eb) =>
    sql<number>`extract(epoch from clock_timestamp() - ${eb.ref('createdAt')})::float8`.as('age'),
  )
  .orderBy('id')
  .limit(1)

const figures = db
  .selectFrom(someEntries)
  .select([
    rowCount.as('entries'),
    sql<number>`greatest(coalesce(${oldest}, 0), 0)`.as('oldestSeconds'),
  ])
