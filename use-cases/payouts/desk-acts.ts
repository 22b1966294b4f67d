import { asId, type TransactionId } from '#domain/ids.ts'
import { closingWord, wordOf } from '#use-cases/closings/word.ts'
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
 * Says how a payout ended whose operator stays silent; above the amount that one decides alone, the second who says the same
 * ends it. Refusals: transaction_not_found, action_not_allowed, second_approver_required, wrong_password.
 */
export const closePayoutAct = act('close', {
  ...closingWord,
  work: (context, order) =>
    closePayout(context, { ...wordOf(order), transactionId: asId<TransactionId>(order.id) }),
})

/**
 * Staff says how a payout by Mobile Money ended whose operator stays silent: spent, or given back. Refusals:
 * transaction_not_found for what is none, and those of `giveClosing`.
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
