import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

/** What is owed to Temporal. */
export interface OutboxFigures {
  /** Counted up to `entriesCounted`. */
  readonly entries: number
  /** 0 when nothing is owed. */
  readonly oldestSeconds: number
}

/** Read from the books: every process shows the same. */
export function readOutboxFigures({ pool }: Pick<Database, 'pool'>): Promise<OutboxFigures> {
  return onPool(pool).only(figures)
}

/** Whoever reads more than this knows enough. */
const entriesCounted = 100_000

const someEntries = db.selectFrom('outbox').select('id').limit(entriesCounted).as('o')
/** Ids grow as time does: the first is the oldest, but for the moment of a commit. */
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
    sql<number>`count(*)::int`.as('entries'),
    sql<number>`greatest(coalesce(${oldest}, 0), 0)`.as('oldestSeconds'),
  ])
