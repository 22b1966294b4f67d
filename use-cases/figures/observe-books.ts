import type { Database } from '#db/connect.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { observeMoney } from './observe-money.ts'
import { readOutboxFigures } from './outbox.ts'
import { readProofFigures } from './proof.ts'
import { readRunFigures } from './runs.ts'

/**
 * Exposes figures of the database, read on each scrape. Every API and worker exposes the same, so that they are
 * visible whichever processes are left. Their meaning and alerts: docs/monitoring.md#from-the-books.
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
  observeMoney(telemetry, database)
  observeProofs(telemetry, database)
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

function observeProofs(telemetry: Telemetry, database: Pick<Database, 'pool'>): void {
  telemetry.readings(
    {
      ledger_proof_differences: { help: 'What did not hold at the last proof of the books.' },
      ledger_proof_completed_timestamp_seconds: { help: 'When the last proof came to its end.' },
    },
    async () => {
      const { differences, completedAtSeconds } = await readProofFigures(database)
      return {
        ledger_proof_differences: differences,
        ledger_proof_completed_timestamp_seconds: completedAtSeconds,
      }
    },
  )
}
