import { beginProof, proveNext } from '#use-cases/ledger-proofs/prove.ts'
import type { LedgerProofId } from '#domain/ids.ts'
import type { ProofStanding } from '#workflows/contract.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { beat } from './heartbeat.ts'

/** Enough for some hundred million rows. */
const batchesMax = 1_000_000

/** Checks batches, each committed with its position, until all is done or the worker stops. */
export async function proveLedger(
  { database, log, observeProof }: ActivityDependencies,
  { proofId }: { readonly proofId: LedgerProofId },
): Promise<ProofStanding> {
  await beginProof(database, proofId)
  let standing = await proveNext(database, proofId)
  for (let batches = 1; standing.state === 'running' && batches < batchesMax; batches += 1) {
    if (!beat({ checked: standing.checked })) break
    standing = await proveNext(database, proofId)
  }
  if (standing.state === 'running') return standing
  const { state, differences, checked } = standing
  observeProof({ state })
  if (state === 'differs')
    log.error({ proofId, differences, checked }, 'the books do not hold: staff must look')
  return standing
}
