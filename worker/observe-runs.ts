import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Database } from '#db/connect.ts'
import { readRunFigures, type RunFigures } from '#use-cases/runs/figures.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Shows what the last sweep of any worker found, read from the books, and counts the runs that this process started again. */
export function observeRuns(
  telemetry: Telemetry,
  database: Pick<Database, 'pool'>,
): ActivityDependencies['observeRestart'] {
  const figures = {
    runs_missing: ['Facts of the books without an open run, at the last sweep.', 'missing'],
    runs_orphaned: ['Open runs whose fact is not in the books, at the last sweep.', 'orphaned'],
    runs_attention: ['Runs that ask for attention.', 'attention'],
    runs_swept_timestamp_seconds: ['When the last sweep was whole.', 'sweptAtSeconds'],
  } as const satisfies Record<string, readonly [string, keyof RunFigures]>
  for (const [name, [help, figure]] of Object.entries(figures)) {
    telemetry.reading(name, help, async () => (await readRunFigures(database))[figure])
  }
  const restarts = telemetry.counter(
    'runs_restarted_total',
    'Runs that were missing and started again, by kind.',
    ['kind'],
  )
  return (kind, count) => restarts.inc({ kind }, count)
}
