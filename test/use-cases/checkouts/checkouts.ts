import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { beginCheckoutPayment } from '#use-cases/checkouts/move.ts'
import { acceptCheckout } from '#use-cases/checkouts/create.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import type { CheckoutDraft } from '#domain/checkouts/checkout.ts'
import { linkDisplayOf } from '#domain/pricing/display.ts'
import { asId, type CheckoutId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { acceptOne, type Books, type Merchant } from '#test/support/books.ts'

/** A code of 1000 XOF of a merchant's server, with what the test wants different; its id. */
export async function makeCheckout(
  { database, outbox }: Pick<Books, 'database' | 'outbox'>,
  { serviceEnvId, mode, apiKeyId }: Merchant,
  changes: Partial<CheckoutDraft> = {},
): Promise<CheckoutId> {
  const price = money(1000n, 'XOF')
  const display = linkDisplayOf(
    { currency: 'XOF', amount: price },
    { serviceCurrency: 'XOF', rates: [] },
  )
  if (display === undefined) throw new RangeError('XOF has no rate')
  const draft: CheckoutDraft = {
    id: asId<CheckoutId>(randomUUIDv7()),
    serviceEnvId,
    mode,
    channel: 'shop',
    terminalId: null,
    collaboratorId: null,
    cashSessionId: null,
    price,
    display,
    description: null,
    expiresInSeconds: 300,
    ...changes,
  }
  await acceptCheckout(database, outbox, {
    draft,
    apiKeyId,
    idempotency: null,
    requestId: randomUUID(),
    respond: ({ id }) => ({ status: 201, body: JSON.stringify({ id }) }),
  })
  return draft.id
}

/** A code and a payment that has it, recorded and pending. */
export async function payCheckout(
  books: Books,
  merchant: Merchant,
): Promise<{ readonly checkoutId: CheckoutId; readonly transactionId: TransactionId }> {
  const checkoutId = await makeCheckout(books, merchant)
  const transactionId = asId<TransactionId>(randomUUIDv7())
  await beginCheckoutPayment(books.database, checkoutId, transactionId)
  await recordPayment(books, merchant, { checkoutId, transactionId })
  return { checkoutId, transactionId }
}

/** Records a payment of a code, as the API does after its run has given it. */
export async function recordPayment(
  books: Books,
  merchant: Merchant,
  payment: { readonly checkoutId: CheckoutId; readonly transactionId: TransactionId },
): Promise<void> {
  const payable = await findPayableCheckout(books.database, payment.checkoutId)
  if (payable === undefined) throw new RangeError('no such checkout')
  await acceptOne(books, merchant, { payable, id: payment.transactionId })
}

/** How a run looks at a payment before anything is late. */
export const atOnce = { isOverdue: false, isTimeUp: false } as const
