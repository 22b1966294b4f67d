import Type, { type Static } from 'typebox'
import type { Card } from '#domain/collections/card.ts'
import { fail } from '#domain/errors/errors.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import type { Payer } from '#use-cases/collections/request.ts'
import {
  choiceField,
  customerNameField,
  emailField,
  phoneCountryField,
  phoneField,
  providerField,
} from './fields.ts'

/** A card as typed by its holder; it is handed to the acquirer and never recorded (docs/payments.md#cards). */
const cardField = Type.Object(
  {
    number: Type.String({
      code: 'invalid_card_number',
      pattern: '^[0-9]{12,19}$',
      format: 'card_number',
    }),
    exp_month: Type.Integer({ code: 'invalid_card_expiry', minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ code: 'invalid_card_expiry', minimum: 1000, maximum: 9999 }),
    cvc: Type.String({ code: 'invalid_card_cvc', pattern: '^[0-9]{3,4}$' }),
  },
  { code: 'invalid_card' },
)

/** How a payment is made and by whom, with a key or through a payment link. */
export const payerFields = {
  provider: providerField,
  payment_method: Type.Optional(
    choiceField('invalid_payment_method', ['mobile_money', 'card', 'direct_debit']),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  customer: Type.Optional(
    Type.Object({ name: customerNameField, email: emailField }, { code: 'invalid_customer' }),
  ),
  card: Type.Optional(cardField),
}

const payerBody = Type.Object(payerFields)
/** Where a link does not ask for an e-mail address, the customer may have none. */
export type PayerBody = Omit<Static<typeof payerBody>, 'customer'> & {
  customer?: { name: string; email?: string | undefined } | undefined
}

/** The payer of a body whose fields were checked. */
export function payerOf(body: PayerBody): Payer {
  const { provider, payment_method: method, customer: named, card } = body
  const customer = named && { name: named.name, email: named.email ?? null }
  return { provider, method, customer, phone: phoneOf(body), card: card && cardOf(card) }
}

/** Undefined where a card pays without one. */
function phoneOf({ phone, country }: PayerBody): Payer['phone'] {
  if (phone === undefined) return undefined
  const parsed = parsePhone(phone, { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

/** The card of a body, in our words. */
export function cardOf(card: NonNullable<PayerBody['card']>): Card {
  return {
    number: card.number,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvc: card.cvc,
  }
}
