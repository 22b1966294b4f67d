import { readTransaction } from '#use-cases/transactions/find.ts'
import { fail } from '#domain/errors/errors.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type ClosingContext, giveClosing, type StaffClosing } from '#use-cases/closings/give.ts'

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
