import Type from 'typebox'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import { readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentLedgerProof } from '#api/present/ledger-proof.ts'
import { ledgerProof } from '#api/schemas/reconciliation.ts'

/** How far a proof is, and what does not hold. Refusal: ledger_proof_not_found. */
export function readLedgerProofRoute({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/ledger-proofs/:id',
    keys: { staff: 'queues.view' },
    summary: 'Suivre un contrôle du grand livre',
    answer: { object: ledgerProof },
    params: Type.Object({ id: idParameter('ledger_proof_not_found') }),
    async handler({ params }) {
      const id = asId<LedgerProofId>(params.id)
      const proof = await readLedgerProof(database, id)
      return { body: { data: presentLedgerProof(proof, runUrl('ledger-proof', id)) } }
    },
  })
}
