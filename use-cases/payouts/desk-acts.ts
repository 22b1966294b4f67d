import { asId, type TransactionId } from '#domain/ids.ts'
import { namingOthers } from '#use-cases/closings/used-reference.ts'
import { verdictAct, closingOf } from '#use-cases/closings/verdict.ts'
import { actsOn } from '#use-cases/desk/act.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type ClosingContext, giveClosing, type StaffClosing } from '#use-cases/closings/give.ts'
import { findQueuedPayout } from './queue.ts'

const act = actsOn({
  name: 'payout',
  kind: 'transaction',
  find: ({ database }, id) => findQueuedPayout(database, asId<TransactionId>(id)),
})

/**
 * A verdict on a payout whose operator does not answer; above the amount that one person may decide, the second
 * matching verdict ends it. Refusals: transaction_not_found, action_not_allowed, second_approver_required,
 * wrong_password; operator_reference_used if another order has the reference and this was not confirmed.
 */
export const closePayoutAct = act('close', {
  ...verdictAct,
  async work(context, order, { id, mode, provider }) {
    const closing = closingOf(order)
    try {
      return await closePayout(context, { ...closing, transactionId: id })
    } catch (refused) {
      const reference = closing.operatorReference
      throw await namingOthers(refused, context, { id, mode, provider, reference })
    }
  },
})

/**
 * Records a staff verdict on a Mobile Money payout whose operator does not answer: spent, or returned. Refusals:
 * transaction_not_found for any other transaction, and those of `giveClosing`.
 */
export async function closePayout(
  context: ClosingContext,
  { transactionId, ...closing }: StaffClosing & { readonly transactionId: TransactionId },
): Promise<TransactionRecord> {
  const read = () => readTransaction(context.database, transactionId)
  const { type, paymentMethod, price: amount } = await read()
  if (type !== 'payout' || paymentMethod.type !== 'mobile_money') {
    throw fail('transaction_not_found')
  }
  const subject = { transactionId, refundId: null }
  await giveClosing(
    context,
    { ...closing, ...subject, amount },
    {
      kind: 'payout',
      subjectId: transactionId,
      isOpen: async () => (await read()).status === 'pending',
    },
  )
  return read()
}
