import { sweepBegins, sweepEnds } from './findings.ts'
import { onPool } from '#db/sql.ts'
import { newSweep, type Sweep, type Sweeping, type SweepOptions, type SweepParts } from './sweep.ts'
import { sweepFacts } from './sweep-facts.ts'
import { sweepRuns } from './sweep-runs.ts'

/** The ages by which the service itself goes. */
export const sweepAges = {
  factsOlderThanMs: 30_000,
  runsOlderThanMs: 60_000,
  obeyWithinMs: 120_000,
} as const

/**
 * Compares the open facts of the books with the open runs of Temporal, page by page. What Temporal lists may lag behind:
 * only what differs is asked for by its id. A fact without a run is started again by the outbox; a run whose fact is not in
 * the books is asked to end, and ended when it does not. Safe at any time, and by several at once.
 */
export async function reconcileRuns(parts: SweepParts, options: SweepOptions): Promise<Sweep> {
  const sql = onPool(parts.database.pool)
  const sweeping: Sweeping = { ...parts, options, sql, sweep: newSweep() }
  const begunAt = await sweepBegins(sql)
  const open = await sweepRuns(sweeping)
  sweeping.sweep.isWhole = open !== undefined && (await sweepFacts(sweeping, open))
  if (sweeping.sweep.isWhole && options.isLookOnly !== true)
    await sweepEnds(parts.database, begunAt)
  return sweeping.sweep
}
