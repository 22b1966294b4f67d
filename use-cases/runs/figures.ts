import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** How the runs stood with the books when a sweep last looked. */
export interface RunFigures extends Record<string, unknown> {
  readonly missing: number
  readonly orphaned: number
  /** 0 before the first. */
  readonly sweptAtSeconds: number
}

/** Read from the books: whichever worker made the last sweep, all show the same. */
export function readRunFigures({ pool }: Pick<Database, 'pool'>): Promise<RunFigures> {
  return onPool(pool).one<RunFigures>(
    `select count(*) filter (where kind = 'missing')::int as missing,
       count(*) filter (where kind = 'orphaned')::int as orphaned,
       coalesce((select extract(epoch from swept_at)::float8 from run_sweep), 0) as "sweptAtSeconds"
     from run_finding where closed_at is null`,
  )
}
