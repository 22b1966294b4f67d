import Type, { type Static } from 'typebox'
import { type Card, longCvcStarts } from '#domain/collections/card.ts'
import { fail } from '#domain/errors/errors.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import type { Payer } from '#use-cases/collections/request.ts'
import {
  choiceField,
  customerEmailField,
  customerNameField,
  named,
  phoneCountryField,
  phoneField,
  providerField,
  said,
} from './fields.ts'
import { choice, needs } from './schema-choice.ts'

const withCvc = (digits: number) => ({
  properties: { cvc: { pattern: `^[0-9]{${digits}}$` } },
  additionalProperties: true,
})

/** Some cards have a longer security code; without the number, nothing is known about it. */
const cvcRules = choice(
  needs('number'),
  choice(
    { properties: { number: { pattern: `^(?:${longCvcStarts.join('|')})` } } },
    withCvc(4),
    withCvc(3),
  ),
)

/** A card as its holder typed it; it goes to the acquirer and is never stored (docs/payments.md#cards). */
const cardField = named(
  'Card',
  Type.Object(
    {
      number: said(
        Type.String({
          code: 'invalid_card_number',
          pattern: '^[0-9]{12,19}$',
          format: 'card_number',
        }),
        'Card number, digits only.',
        '4000000000000002',
      ),
      exp_month: said(
        Type.Integer({ code: 'invalid_card_expiry', minimum: 1, maximum: 12 }),
        'Month of expiry.',
        12,
      ),
      exp_year: said(
        Type.Integer({ code: 'invalid_card_expiry', minimum: 1000, maximum: 9999 }),
        'Year of expiry, four digits.',
        2035,
      ),
      cvc: said(
        Type.String({ code: 'invalid_card_cvc', pattern: '^[0-9]{3,4}$' }),
        'Security code of the card.',
        '123',
      ),
    },
    { code: 'invalid_card', rules: cvcRules },
  ),
  'A card as its holder typed it. It is passed to the acquirer and never stored. If you send card numbers through your own server, it falls under PCI DSS.',
)

/** Who pays, as the merchant knows them. */
const customerField = named(
  'CustomerDetails',
  Type.Object({ name: customerNameField, email: customerEmailField }, { code: 'invalid_customer' }),
  'Who pays. Required with a secret or public key and through a payment link; optional at a terminal or cash desk.',
)

/** How a payment is made and by whom, with a key or through a link. */
export const payerFields = {
  provider: providerField,
  payment_method: Type.Optional(
    said(
      choiceField('invalid_payment_method', ['mobile_money', 'card', 'direct_debit']),
      'How the payer is debited; `mobile_money` by default.',
      'mobile_money',
    ),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  customer: Type.Optional(customerField),
  card: Type.Optional(cardField),
}

const payerBody = Type.Object(payerFields)
/** The customer has no e-mail address if the link does not ask for one. */
export type PayerBody = Omit<Static<typeof payerBody>, 'customer'> & {
  customer?: { name: string; email?: string | undefined } | undefined
}

/** The payer of a validated body. */
export function payerOf(body: PayerBody): Payer {
  const { provider, payment_method: method, customer: named, card } = body
  const customer = named && { name: named.name, email: named.email ?? null }
  return { provider, method, customer, phone: phoneOf(body), card: card && cardOf(card) }
}

/** Undefined if a card pays and no number is given. */
function phoneOf({ phone, country }: PayerBody): Payer['phone'] {
  if (phone === undefined) return undefined
  const parsed = parsePhone(phone, { country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

/** The card of a body, as a domain object. */
export function cardOf(card: NonNullable<PayerBody['card']>): Card {
  return {
    number: card.number,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvc: card.cvc,
  }
}
