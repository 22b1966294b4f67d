import type { Database } from '#db/connect.ts'
import { rowCountIf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

/** The result of the last comparison of runs with the database. */
export interface RunFigures {
  readonly missing: number
  readonly orphaned: number
  /** Runs that need attention. */
  readonly attention: number
  /** 0 before the first one. */
  readonly sweptAtSeconds: number
}

/** Read from the database, so every process reports the same, whichever worker ran the sweep. */
export function readRunFigures({ pool }: Pick<Database, 'pool'>): Promise<RunFigures> {
  return onPool(pool).only(figures)
}

const sweptAt = db
  .selectFrom('runSweep')
  .select((eb) => sql<number>`extract(epoch from ${eb.ref('sweptAt')})::float8`.as('seconds'))

const figures = db
  .selectFrom('runFinding')
  .select((eb) => [
    rowCountIf(sql<boolean>`${eb.ref('kind')} = 'missing'`).as('missing'),
    rowCountIf(sql<boolean>`${eb.ref('kind')} = 'orphaned'`).as('orphaned'),
    rowCountIf(sql<boolean>`${eb.ref('kind')} = 'attention'`).as('attention'),
    sql<number>`coalesce(${sweptAt}, 0)`.as('sweptAtSeconds'),
  ])
  .where('closedAt', 'is', null)
