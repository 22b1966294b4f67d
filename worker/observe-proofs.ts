import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts ledger checks by result; what the last one found is in the database. */
export function observeProofs(telemetry: Telemetry): ActivityDependencies['observeProof'] {
  const proofs = telemetry.counter('ledger_proofs_total', 'Proofs of the books, by their end.', [
    'state',
  ])
  return ({ state }) => proofs.inc({ state })
}
