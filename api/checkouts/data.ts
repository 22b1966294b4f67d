import type { CheckoutRecord } from '#domain/checkout.ts'
import { readTransaction } from '#db/queries/transactions.ts'
import type { ApiContext } from '#api/context.ts'
import type { Caller } from '#api/http/caller.ts'
import { presentCheckout } from '#api/present/checkout.ts'

/** The checkout object for this caller, with its latest payment. */
export async function checkoutData(
  context: ApiContext,
  { kind: reader }: Pick<Caller, 'kind'>,
  record: CheckoutRecord,
) {
  const { id, transactionId } = record
  const transaction = transactionId && (await readTransaction(context.database, transactionId))
  return presentCheckout(record, {
    url: context.payUrl({ id, seller: record }),
    transaction,
    reader,
  })
}
