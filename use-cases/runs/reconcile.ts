import { sweepBegins, sweepEnds } from './findings.ts'
import { onPool } from '#db/sql.ts'
import { newSweep, type Sweep, type Sweeping, type SweepOptions, type SweepParts } from './sweep.ts'
import { sweepFacts } from './sweep-facts.ts'
import { sweepRuns } from './sweep-runs.ts'

/** The ages used in production. */
export const sweepAges = {
  factsOlderThanMs: 30_000,
  runsOlderThanMs: 60_000,
  obeyWithinMs: 120_000,
} as const

/**
 * Compares the open rows of the database with Temporal's open runs, page by page. Temporal's list may be outdated, so
 * each difference is checked by id. A row without a run is restarted through the outbox; a run without a row is
 * cancelled, and terminated if it does not end. Safe at any time, and concurrently.
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
