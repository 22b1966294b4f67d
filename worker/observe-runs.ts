import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts the runs that this process found missing and started again. */
export function observeRuns(telemetry: Telemetry): ActivityDependencies['observeRestart'] {
  const restarts = telemetry.counter(
    'runs_restarted_total',
    'Runs that were missing and started again, by kind.',
    ['kind'],
  )
  return (kind, count) => restarts.inc({ kind }, count)
}
