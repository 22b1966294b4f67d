import { fail } from '#domain/errors/errors.ts'
import type { QuoteId, TransactionId } from '#domain/ids.ts'
import type { Money } from '#domain/money/money.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { Pricing } from '#domain/pricing/pricing.ts'
import type { PaymentMethodType, TransactionType } from '#domain/transactions/transaction.ts'
import type { PayoutSeller } from '#use-cases/pricing/payout-offer.ts'
import type { Database } from '#db/connect.ts'
import { clockTime } from '#db/functions.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'
import { thaw } from '#db/types/frozen.ts'
import { quotedPhoneDigest } from './keep.ts'

/** The fields of a payment that are compared with its quote. */
export interface AskedOfQuote {
  readonly type: TransactionType
  readonly seller: PayoutSeller
  readonly provider: string
  readonly paymentMethod: PaymentMethodType
  readonly price: Money
  readonly phone: Phone | undefined
}

/**
 * The quoted price, for the payment that the quote was made for. Refusals: quote_not_found (unknown, of another
 * service or mode), quote_already_used, quote_expired, quote_mismatch with the field that differs.
 */
export async function readQuoted(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  id: QuoteId,
  asked: AskedOfQuote,
): Promise<{ readonly pricing: Pricing; readonly display: Display }> {
  const { serviceEnvId } = asked.seller
  const quote = refuseOver(await onPool(pool).first(byId({ id, serviceEnvId })))
  const { phone } = asked
  const digest = phone ? quotedPhoneDigest(keyring, phone) : null
  const field = differing(quote, asked, digest)
  if (field !== undefined) throw fail('quote_mismatch', { field })
  return { pricing: thaw(quote.pricing), display: thaw(quote.display) }
}

/**
 * Uses the quote for this payment, in the transaction that accepts it: of two at once one is refused. Refusals:
 * quote_already_used, quote_expired.
 */
export async function takeUpQuote(
  sql: Sql,
  id: QuoteId,
  { id: transactionId, serviceEnvId }: Pick<TakenUp, 'id' | 'serviceEnvId'>,
): Promise<void> {
  if ((await sql.run(take({ id, transactionId }))) === 1) return
  refuseOver(await sql.first(byId({ id, serviceEnvId })))
  throw new Error('a quote that is open could not be taken up')
}

interface TakenUp {
  readonly id: TransactionId
  readonly serviceEnvId: PayoutSeller['serviceEnvId']
}

type OfService = { readonly id: QuoteId } & Pick<TakenUp, 'serviceEnvId'>

function ofService(p: Params<OfService>) {
  return db
    .selectFrom('quote')
    .select(['type', 'channel', 'terminalId', 'provider', 'paymentMethod', 'phoneDigest'])
    .select(['amount', 'currency', 'pricing', 'display', 'transactionId'])
    .select((eb) => eb('expiresAt', '<=', clockTime).$castTo<boolean>().as('isOver'))
    .where('id', '=', p.id)
    .where('serviceEnvId', '=', p.serviceEnvId)
}

const byId = prepared((p: Params<OfService>) => ofService(p))

type Row = InferResult<ReturnType<typeof ofService>>[number]

const take = prepared((p: Params<{ id: QuoteId; transactionId: TransactionId }>) =>
  db
    .updateTable('quote')
    .set({ transactionId: p.transactionId })
    .where('id', '=', p.id)
    .where('transactionId', 'is', null)
    .where('expiresAt', '>', clockTime),
)

function refuseOver(quote: Row | undefined): Row {
  if (quote === undefined) throw fail('quote_not_found', { field: 'quote_id' })
  const { transactionId, isOver } = quote
  if (transactionId !== null) {
    throw fail('quote_already_used', { field: 'quote_id', transaction_id: transactionId })
  }
  if (isOver) throw fail('quote_expired', { field: 'quote_id' })
  return quote
}

/** The first field of the request that differs from the quote. */
function differing(
  quote: Row,
  { type, seller, provider, paymentMethod, price }: AskedOfQuote,
  phoneDigest: Buffer | null,
): string | undefined {
  const isSame: Readonly<Record<string, boolean>> = {
    quote_id: quote.type === type && quote.channel === seller.channel,
    terminal: quote.terminalId === seller.terminalId,
    amount: quote.amount === price.minor,
    currency: quote.currency === price.currency,
    provider: quote.provider === provider,
    payment_method: quote.paymentMethod === paymentMethod,
    phone: quote.phoneDigest === null || phoneDigest?.equals(quote.phoneDigest) === true,
  }
  return Object.keys(isSame).find((field) => !isSame[field])
}
