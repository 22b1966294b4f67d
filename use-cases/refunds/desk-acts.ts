import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type RefundId } from '#domain/ids.ts'
import { namingOthers } from '#use-cases/closings/used-reference.ts'
import { verdictAct, closingOf } from '#use-cases/closings/verdict.ts'
import { actsOn, type QueueOrder } from '#use-cases/desk/act.ts'
import { confirmedFields, justified } from '#use-cases/desk/fields.ts'
import { approveRefund, closeRefund, rejectRefund, type StaffRefundOrder } from './orders.ts'
import { findQueuedRefund } from './queue.ts'

const act = actsOn({
  name: 'refund',
  kind: 'refund',
  find: ({ database }, id) => findQueuedRefund(database, asId<RefundId>(id)),
})

/**
 * The last approval needed sends the refund. Refusals: refund_not_found, wrong_password, action_not_allowed,
 * second_approver_required, and approval_by_another for the person who requested it.
 */
export const approveRefundAct = act('approve', {
  permission: 'refunds.decide',
  body: Type.Object(confirmedFields),
  async work(context, order, { requester }) {
    if (requester?.id === order.staffMemberId) throw fail('approval_by_another')
    return approveRefund(context, orderOf(order))
  },
})

/** Its money returns to the merchant. Refusals: refund_not_found, action_not_allowed. */
export const rejectRefundAct = act('reject', {
  permission: 'refunds.decide',
  body: justified,
  work: (context, order) => rejectRefund(context, orderOf(order)),
})

/**
 * A verdict on a refund whose operator does not answer; above the amount that one person may decide, the second
 * matching verdict ends it. Refusals: refund_not_found, action_not_allowed, second_approver_required, wrong_password;
 * operator_reference_used if another order has the reference and this was not confirmed.
 */
export const closeRefundAct = act('close', {
  ...verdictAct,
  async work(context, order, { id, mode, provider }) {
    const closing = closingOf(order)
    try {
      return await closeRefund(context, { ...closing, refundId: id })
    } catch (refused) {
      const reference = closing.operatorReference
      throw await namingOthers(refused, context, { id, mode, provider, reference })
    }
  },
})

function orderOf({ actId, staffMemberId, reason, id }: QueueOrder): StaffRefundOrder {
  return { actId, staffMemberId, reason, refundId: asId<RefundId>(id) }
}
