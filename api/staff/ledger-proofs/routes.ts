import Type from 'typebox'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { explained } from '#use-cases/desk/fields.ts'
import {
  listLedgerProofs,
  type LedgerProof,
  readLedgerProof,
  type BrokenRule,
} from '#use-cases/ledger-proofs/list.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { ledgerProof } from '#api/schemas/reconciliation.ts'
import { actRoute, made, queueRoute, readRoute } from '#api/staff/desk-route.ts'
import { causeOf } from '#api/staff/fields.ts'
import { bookRules } from '#domain/ledger-proofs/proof.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'

const path = '/staff/api/ledger-proofs'

/** The ledger proofs, newest first, and the request to run one now. */
export function ledgerProofRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: LedgerProof) => presentLedgerProof(row, runUrl('ledger-proof', row.id))
  return [
    actRoute(context, {
      path,
      summary: 'Contrôler le grand livre maintenant',
      answer: ledgerProof,
      act: orderAct,
      present: async ({ id }) => present(await readLedgerProof(database, id)),
      made: made(path),
    }),
    queueRoute(context, {
      path,
      summary: 'Lister les contrôles du grand livre',
      answer: ledgerProof,
      read: (page) => listLedgerProofs(database, page),
      at: ({ createdAt }) => createdAt,
      present,
    }),
    readRoute({
      path: `${path}/:id`,
      summary: 'Suivre un contrôle du grand livre',
      answer: ledgerProof,
      params: Type.Object({ id: idParameter('ledger_proof_not_found') }),
      read: async (id) => present(await readLedgerProof(database, asId<LedgerProofId>(id))),
    }),
  ]
}

/** Starts a ledger proof now; while a requested one is running, answers with that one. */
const orderAct = deskAct({
  permission: 'ledger.prove',
  body: explained,
  work: ({ database, outbox }, { person: member, requestId, body }) =>
    orderProof(database, outbox, { member, cause: causeOf({ requestId }, body.reason) }),
})

/** A ledger proof. The run of a daily one is named after its hour, so it has no URL here. */
function presentLedgerProof(proof: LedgerProof, runUrl: string) {
  const { checked } = proof
  return {
    id: proof.id,
    object: 'ledger_proof',
    state: proof.state,
    ordered_by: proof.orderedBy,
    checked: {
      movements: checked.ledger_movement ?? 0,
      accounts: checked.ledger_account ?? 0,
      transactions: checked.transaction ?? 0,
      refunds: checked.refund ?? 0,
    },
    differences: proof.differences,
    first_differences: proof.firstDifferences.map(presentBrokenRule),
    created_at: isoTime(proof.createdAt),
    completed_at: proof.completedAt && isoTime(proof.completedAt),
    run_url: proof.orderedBy && runUrl,
  }
}

function presentBrokenRule({ rule, subject, expected, found }: BrokenRule) {
  return {
    rule,
    label: bookRules[rule],
    subject,
    expected: expected && toNumber(expected),
    found: found && toNumber(found),
    currency: (expected ?? found)?.currency ?? null,
  }
}
