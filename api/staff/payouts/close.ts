import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import { type ActId, asId, type TransactionId } from '#domain/ids.ts'
import { logged } from '#use-cases/audit/log.ts'
import { findQueuedPayout } from '#use-cases/payouts/queue.ts'
import type { ApiContext } from '#http/context.ts'
import { type Answer, route } from '#http/route.ts'
import { closePayout } from '#use-cases/payouts/close.ts'
import { presentQueuedPayout } from '#api/present/staff-payouts.ts'
import { queuedPayout } from '#api/schemas/staff-payouts.ts'
import { type ActInput, confirmed, deskAct } from '#http/desk-act.ts'
import { causeOf, closed, transactionParams } from '#api/staff/fields.ts'

/**
 * Says how a payout ended whose operator stays silent; above the amount that one decides alone, the second who says the same
 * ends it. Refusals: transaction_not_found, action_not_allowed, second_approver_required,
 * wrong_password.
 */
export const closePayoutAct = deskAct({ body: closed, order: giveWord })

export function closeStaffPayout(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/payouts/:id/close',
    keys: { staff: 'outcomes.decide' },
    summary: 'Dire comment a fini un retrait resté sans réponse',
    answer: { object: queuedPayout },
    params: transactionParams,
    body: closePayoutAct.body,
    handler: (input) => closePayoutAct.order(context, input),
  })
}

async function giveWord(
  context: ApiContext,
  input: ActInput<Static<typeof closed>>,
): Promise<Answer> {
  const { database, runUrl } = context
  const { person } = input.caller
  const { verdict, operator_reference: operatorReference, reason } = input.body
  const transactionId = asId<TransactionId>(input.params.id)
  const { serviceEnvId } = await findQueuedPayout(database, transactionId)
  const act = {
    act: 'payout.close',
    subject: { kind: 'transaction', id: transactionId },
    serviceEnvId,
    details: { verdict, operator_reference: operatorReference },
    cause: causeOf(input, reason),
  }
  const actId = asId<ActId>(randomUUIDv7())
  const word = { actId, staffMemberId: person.id, verdict, operatorReference, reason }
  await logged(database, { actor: person, act }, () =>
    confirmed(context, input, () => closePayout(context, { ...word, transactionId })),
  )
  const payout = await findQueuedPayout(database, transactionId)
  return { body: { data: presentQueuedPayout(payout, runUrl('payout', transactionId)) } }
}
