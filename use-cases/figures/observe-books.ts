import type { Database } from '#db/connect.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { readOutboxFigures } from './outbox.ts'
import { readOverdue } from './overdue.ts'
import { readRunFigures } from './runs.ts'

/**
 * Shows what stands in the books, read when somebody looks: every API and worker shows the same, so that it is seen
 * whichever of them is left. What each means, and when it is an alarm: docs/monitoring.md#from-the-books.
 */
export function observeBooks(telemetry: Telemetry, database: Pick<Database, 'pool'>): void {
  telemetry.readings(
    {
      outbox_entries: { help: 'What is owed to Temporal: runs to start and signals to send.' },
      outbox_oldest_age_seconds: { help: 'Age of the oldest of them; 0 when there is none.' },
    },
    async () => {
      const { entries, oldestSeconds } = await readOutboxFigures(database)
      return { outbox_entries: entries, outbox_oldest_age_seconds: oldestSeconds }
    },
  )
  telemetry.readings(
    {
      payments_overdue: {
        help: 'Payments that are open past their time, by kind, mode and operator.',
        labels: ['kind', 'mode', 'provider'],
      },
    },
    async () => ({
      payments_overdue: (await readOverdue(database)).map(({ count, ...labels }) => ({
        labels,
        value: count,
      })),
    }),
  )
  telemetry.readings(
    {
      runs_missing: { help: 'Facts of the books without an open run, at the last sweep.' },
      runs_orphaned: { help: 'Open runs whose fact is not in the books, at the last sweep.' },
      runs_attention: { help: 'Runs that ask for attention.' },
      runs_swept_timestamp_seconds: { help: 'When the last sweep was whole.' },
    },
    async () => {
      const { missing, orphaned, attention, sweptAtSeconds } = await readRunFigures(database)
      return {
        runs_missing: missing,
        runs_orphaned: orphaned,
        runs_attention: attention,
        runs_swept_timestamp_seconds: sweptAtSeconds,
      }
    },
  )
}
