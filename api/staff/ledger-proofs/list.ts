import Type from 'typebox'
import { listLedgerProofs } from '#use-cases/ledger-proofs/list.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentLedgerProof } from '#api/present/ledger-proof.ts'
import { ledgerProof } from '#api/schemas/reconciliation.ts'
import { queuePage, queueParameters } from '#api/staff/queue.ts'

/** The proofs of the books, the latest first. */
export function listLedgerProofsRoute(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/ledger-proofs',
    keys: { staff: 'queues.view' },
    summary: 'Lister les contrôles du grand livre',
    answer: { object: ledgerProof, isList: true },
    query: Type.Object(queueParameters),
    async handler({ query, caller }) {
      const body = await queuePage(context, {
        list: 'ledger proofs',
        caller,
        asked: query,
        read: (page) => listLedgerProofs(database, page),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentLedgerProof(row, runUrl('ledger-proof', row.id)),
      })
      return { body }
    },
  })
}
