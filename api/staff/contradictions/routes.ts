import Type from 'typebox'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import {
  type ContradictionCase,
  findContradiction,
  listContradictionCases,
  type Settlement,
} from '#use-cases/contradictions/find.ts'
import {
  approveSettlementAct,
  askSettlementAct,
  refuseSettlementAct,
} from '#use-cases/contradictions/settle.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { ownership } from '#api/present/staff-queues.ts'
import { contradiction } from '#api/schemas/contradictions.ts'
import { actRoutes, modeParameter, queueRoute, readRoute } from '#api/staff/desk-route.ts'

const path = '/staff/api/contradictions'
const filters = {
  mode: modeParameter,
  state: Type.Optional(choiceField('invalid_parameter', ['open', 'settled', 'all'])),
}

/** Payouts and refunds that were contradicted, and their settlement by two supervisors. */
export function contradictionRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  const params = Type.Object({ id: idParameter('contradiction_not_found') })
  const one = { path: `${path}/:id`, answer: contradiction, params }
  return [
    queueRoute(context, {
      path,
      summary: 'Lister les retraits et remboursements contredits',
      answer: contradiction,
      filters,
      list: ({ mode, state = 'open' }) => `contradictions ${state} ${mode ?? ''}`,
      read: (page, { mode, state = 'open' }) =>
        listContradictionCases(database, { ...page, mode, state }),
      at: ({ at }) => at,
      present: presentContradiction,
    }),
    readRoute({
      ...one,
      summary: 'Lire un retrait ou un remboursement contredit',
      read: async (id) => presentContradiction(await findContradiction(database, id)),
    }),
    ...actRoutes(
      context,
      { ...one, present: presentContradiction },
      {
        settle: ['Demander le règlement d’un contredit', askSettlementAct],
        approve: [
          'Approuver le règlement demandé par un autre\u00A0: l’argent bouge',
          approveSettlementAct,
        ],
        refuse: ['Refuser un règlement, ou retirer sa demande', refuseSettlementAct],
      },
    ),
  ]
}

function presentContradiction(found: ContradictionCase) {
  return {
    id: found.id,
    object: 'contradiction',
    ...ownership(found),
    kind: found.kind,
    transaction_id: found.transactionId,
    refund_id: found.refundId,
    reference: found.reference,
    provider: found.provider,
    direction: found.direction,
    counterpart: found.counterpart,
    amount: toNumber(found.amount),
    currency: found.amount.currency,
    is_retracted: found.isRetracted,
    written_off_min: toNumber(found.writtenOffMin),
    state: found.isOpen ? 'open' : 'settled',
    contradicted_at: isoTime(found.at),
    settlements: found.settlements.map(presentSettlement),
  }
}

function presentSettlement({ asked_at: askedAt, decided_at: decidedAt, ...rest }: Settlement) {
  return {
    ...rest,
    asked_at: isoTime(new Date(askedAt)),
    decided_at: decidedAt && isoTime(new Date(decidedAt)),
  }
}
