import type { Sql } from './sql.ts'
import { column, type ColumnPath, db, prepared, sql } from './statements.ts'

/** The most rows that one call deletes. */
const batch = 10_000

type Age = `${number} ${'hour' | 'hours' | 'day' | 'days'}`

/**
 * Deletes rows whose time lies this long ago, a bounded batch per call, and returns their number; for tables with an
 * `id`: `purgeOlder('quote.expiresAt', '1 day')`.
 */
export function purgeOlder(time: ColumnPath, age: Age): (tx: Sql) => Promise<number> {
  const [table] = time.split('.') as ['quote']
  const purge = prepared(() =>
    db.deleteFrom(table).where('id', 'in', (eb) =>
      eb
        .selectFrom(table)
        .select('id')
        .where(sql<boolean>`${column(time)} < now() - ${sql.lit(age)}::interval`)
        .limit(batch),
    ),
  )
  return (tx) => tx.run(purge({}))
}
