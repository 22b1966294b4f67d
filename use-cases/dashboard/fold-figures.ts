import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, prepared, sql } from '#db/statements.ts'

/** The most payments that one call adds. */
export const foldedAtOnce = 1000

/**
 * Adds payments that ended since the last call to the sums; returns their number. Of several processes at once, one
 * does it.
 */
export async function foldFigures({ pool }: Pick<Database, 'pool'>): Promise<number> {
  return (await onPool(pool).only(fold({}))).folded
}

const fold = prepared(() =>
  db.selectNoFrom(sql<number>`figures_fold(${sql.lit(foldedAtOnce)})`.as('folded')),
)
