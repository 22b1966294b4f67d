import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, prepared, sql } from '#db/statements.ts'

/** Payments that one call sums up at most. */
export const foldedAtOnce = 1000

/** Sums up payments that ended since the last call; how many. Of several processes at once, one does. */
export async function foldFigures({ pool }: Pick<Database, 'pool'>): Promise<number> {
  return (await onPool(pool).only(fold({}))).folded
}

const fold = prepared(() =>
  db.selectNoFrom(sql<number>`figures_fold(${sql.lit(foldedAtOnce)})`.as('folded')),
)
