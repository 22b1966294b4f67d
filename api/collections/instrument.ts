import type { Card } from '#domain/collections/card.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Operator } from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { PaymentMethod } from '#domain/transactions/record.ts'
import type { Purchase } from '#use-cases/collections/acquirer.ts'
import type { ApiContext } from '#http/context.ts'
import type { CollectionBody } from './body.ts'

/** What a collection is paid with, as it is recorded. */
export interface Instrument {
  readonly paymentMethod: PaymentMethod
  readonly nextActionUrl: string | null
  readonly paymentToken: string | null
}

/** Who pays and by whom: `card` or `phone` is there, as the method needs it. */
export interface InstrumentWish {
  readonly operator: Operator
  readonly card: CollectionBody['card']
  readonly phone: Phone | undefined
}

/**
 * Hands a card, or the mandate for an account, to its acquirer or bank, and keeps what stands for it from then on. A
 * number of Mobile Money stands for itself. Refusals: those of the acquirer.
 */
export async function takeInstrument(
  { acquirer }: Pick<ApiContext, 'acquirer'>,
  wish: InstrumentWish,
  purchase: Purchase,
): Promise<Instrument> {
  const { type, network } = wish.operator
  if (type === 'mobile_money') {
    return {
      paymentMethod: { type, network, cardLast4: null },
      nextActionUrl: null,
      paymentToken: null,
    }
  }
  if (type === 'card') {
    if (wish.card === undefined) throw fail('missing_field', { field: 'card' })
    const card = await acquirer.tokenise(cardOf(wish.card), purchase)
    return {
      paymentMethod: { type, network: card.network, cardLast4: card.last4 },
      nextActionUrl: card.nextActionUrl,
      paymentToken: card.token,
    }
  }
  if (wish.phone === undefined) throw fail('missing_field', { field: 'phone' })
  const mandate = await acquirer.askMandate(wish.phone, purchase)
  return {
    paymentMethod: { type, network, cardLast4: null },
    nextActionUrl: mandate.nextActionUrl,
    paymentToken: mandate.token,
  }
}

/** The card of a body, in our words. */
export function cardOf(card: NonNullable<CollectionBody['card']>): Card {
  return {
    number: card.number,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvc: card.cvc,
  }
}
