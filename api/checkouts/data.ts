import type { CheckoutRecord } from '#domain/checkouts/checkout.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
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
