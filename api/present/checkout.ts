import { type CheckoutRecord, secondsLeft } from '#domain/checkouts/checkout.ts'
import { toNumber } from '#domain/money/money.ts'
import type { Language } from '#domain/text/language.ts'
import { isoTime } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { presentLinkDisplay } from './display.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { presentPlace } from './terminal.ts'
import { presentTransaction } from './transaction.ts'

/** The checkout object (docs/checkouts-and-terminals.md#checkouts), as this reader may see it. */
export function presentCheckout(
  checkout: CheckoutRecord,
  shown: {
    /** The address in the QR code. */
    readonly url: string
    /** The latest payment. */
    readonly transaction: TransactionRecord | null
    readonly reader: Reader
    readonly language?: Language
  },
) {
  const { price, terminal, completedAt, cancelledAt } = checkout
  return {
    id: checkout.id,
    object: 'checkout',
    mode: checkout.mode,
    channel: checkout.channel,
    amount: toNumber(price),
    currency: price.currency,
    description: checkout.description,
    status: checkout.status,
    expires_in: secondsLeft(checkout),
    expires_at: isoTime(checkout.expiresAt),
    url: shown.url,
    terminal: terminal && presentPlace(terminal),
    operator: checkout.operator,
    transaction:
      shown.transaction && presentTransaction(shown.transaction, shown.reader, shown.language),
    display: presentLinkDisplay(checkout.display),
    created_at: isoTime(checkout.createdAt),
    completed_at: completedAt && isoTime(completedAt),
    cancelled_at: cancelledAt && isoTime(cancelledAt),
  }
}
