import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentLedgerProof } from '#api/present/ledger-proof.ts'
import { ledgerProof } from '#api/schemas/reconciliation.ts'
import { causeOf, explained } from '#api/staff/fields.ts'

/** Has the books proven now; while one that was ordered runs, that one (`Idempotent-Replayed`). */
export function orderLedgerProof({ database, outbox, runUrl }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/ledger-proofs',
    keys: { staff: 'ledger.prove' },
    summary: 'Contrôler le grand livre maintenant',
    success: 201,
    answer: { object: ledgerProof },
    body: explained,
    async handler(input) {
      const cause = causeOf(input, input.body.reason)
      const order = { member: input.caller.person, cause }
      const { id, isNew } = await orderProof(database, outbox, order)
      const proof = await readLedgerProof(database, id)
      return {
        body: { data: presentLedgerProof(proof, runUrl('ledger-proof', id)) },
        headers: {
          Location: `/staff/api/ledger-proofs/${id}`,
          ...(!isNew && { 'Idempotent-Replayed': 'true' }),
        },
      }
    },
  })
}
