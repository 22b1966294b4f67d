import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts proofs of the books by their end; when the last one was, and what it found. */
export function observeProofs(telemetry: Telemetry): ActivityDependencies['observeProof'] {
  const proofs = telemetry.counter('ledger_proofs_total', 'Proofs of the books, by their end.', [
    'state',
  ])
  const differences = telemetry.gauge(
    'ledger_proof_differences',
    'What did not hold at the last proof that this process made.',
  )
  const completed = telemetry.gauge(
    'ledger_proof_completed_timestamp_seconds',
    'When this process last completed a proof of the books.',
  )
  return ({ state, differences: found }) => {
    proofs.inc({ state })
    differences.set(found)
    completed.setToCurrentTime()
  }
}
