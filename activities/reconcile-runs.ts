import { reconcileRuns as sweep, sweepAges } from '#use-cases/runs/reconcile.ts'
import type { RunsSwept } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { beat } from './heartbeat.ts'

/** Compares the open runs with the database, and repairs the differences. */
export async function reconcileRuns(dependencies: ActivityDependencies): Promise<RunsSwept> {
  const { database, outbox, temporal, observeRestart, log } = dependencies
  const swept = await sweep({ database, outbox, call: temporal.call }, { ...sweepAges, beat })
  const { shown, restarted: byKind, ...found } = swept
  for (const [kind, count] of Object.entries(byKind)) observeRestart(kind, count)
  const restarted = Object.values(byKind).reduce((sum, count) => sum + count, 0)
  if (swept.missing + swept.orphaned > 0) {
    const runs = shown.slice(0, runsLogged).map(({ workflowId }) => workflowId)
    log.error({ ...found, restarted, runs }, 'runs and books did not agree')
  }
  return { ...found, restarted }
}

const runsLogged = 10
