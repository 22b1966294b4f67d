import { asId, type QuoteId } from '#domain/ids.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Pricing } from '#domain/pricing/pricing.ts'
import type { Display } from '#domain/pricing/display.ts'
import type { PayoutSeller } from '#use-cases/pricing/payout-offer.ts'
import type { Quote } from '#use-cases/pricing/quote.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { purgeOlder } from '#db/purge.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { type Frozen, freeze } from '#db/types/frozen.ts'
import type { Keyring } from '#platform/keyring.ts'

/** How long a stored quote is valid. */
const validityMs = 900_000

/** For whom a quote was made, and the payer's number, if given. */
export interface QuoteFor {
  readonly seller: PayoutSeller
  readonly phone: Phone | undefined
}

/**
 * Stores a quote, which is binding from then on; returns its expiry (docs/money-and-ledger.md#quotes). Of the number
 * only a digest is stored.
 */
export async function keepQuote(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  quote: Quote,
  { seller, phone }: QuoteFor,
): Promise<Date> {
  const { id, type, channel, provider, paymentMethod, pricing, display } = quote
  const { expiresAt } = await onPool(pool).only(
    insert({
      id: asId<QuoteId>(id),
      serviceEnvId: seller.serviceEnvId,
      type,
      channel,
      terminalId: seller.terminalId,
      provider,
      paymentMethod,
      phoneDigest: phone ? quotedPhoneDigest(keyring, phone) : null,
      amount: pricing.price.minor,
      currency: pricing.price.currency,
      pricing: freeze(pricing),
      display: freeze(display),
      validityMs,
    }),
  )
  return expiresAt
}

/** The digest of a number in a quote. */
export function quotedPhoneDigest(keyring: Keyring, { phone }: Phone): Buffer {
  return keyring.mac('quoted-phone', phone)
}

type Row = Pick<Quote, 'type' | 'channel' | 'provider' | 'paymentMethod'> &
  Pick<PayoutSeller, 'serviceEnvId' | 'terminalId'> & {
    readonly id: QuoteId
    readonly phoneDigest: Buffer | null
    readonly amount: bigint
    readonly currency: Pricing['price']['currency']
    readonly pricing: string
    readonly display: string
    readonly validityMs: number
  }

const insert = prepared((p: Params<Row>) =>
  db
    .insertInto('quote')
    .values({
      id: p.id,
      serviceEnvId: p.serviceEnvId,
      type: p.type,
      channel: p.channel,
      terminalId: p.terminalId,
      provider: p.provider,
      paymentMethod: p.paymentMethod,
      phoneDigest: p.phoneDigest,
      amount: p.amount,
      currency: p.currency,
      pricing: sql<Frozen<Pricing>>`${p.pricing}`,
      display: sql<Frozen<Display>>`${p.display}`,
      expiresAt: inMs(p.validityMs),
    })
    .returning('expiresAt'),
)

/** Deletes quotes a day after their expiry, used or not; a bounded batch per call. */
export const purgeQuotes = purgeOlder('quote.expiresAt', '1 day')
