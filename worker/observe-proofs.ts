import type { ActivityDependencies } from '#activities/dependencies.ts'
import type { Telemetry } from '#platform/telemetry.ts'

/** Counts proofs of the books by their end; what the last one found stands in the books. */
export function observeProofs(telemetry: Telemetry): ActivityDependencies['observeProof'] {
  const proofs = telemetry.counter('ledger_proofs_total', 'Proofs of the books, by their end.', [
    'state',
  ])
  return ({ state }) => proofs.inc({ state })
}
