import { cardFaults } from '#domain/collections/card.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { operatorOf, operators, takesNumber } from '#domain/operators/operators.ts'
import { nearestWord } from '#domain/text/nearest.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import { cardOf, type PayerBody } from './payer-fields.ts'

/** What is wrong in how a payment is to be made. */
export function payerErrors(body: Partial<PayerBody>): FieldError[] {
  return [...providerErrors(body), ...phoneErrors(body), ...cardErrors(body)]
}

type Method = { readonly payment_method?: string | undefined }

/** A provider is `auto`, or an operator that debits as the payment method says. */
export function providerErrors({
  provider,
  payment_method: method = 'mobile_money',
}: Pick<Partial<PayerBody>, 'provider'> & Method): FieldError[] {
  if (provider === undefined || provider === automaticProvider) return []
  const isServed = operatorOf(provider)?.type === method
  if (isServed) return []
  const served = operators.filter(({ type }) => type === method).map(({ code }) => code)
  const allowed = [automaticProvider, ...served]
  const nearest = nearestWord(provider, allowed)
  const details = { allowed_values: allowed, ...(nearest !== undefined && { nearest }) }
  return [{ field: 'provider', code: 'invalid_provider', details }]
}

/** The number is there but for a card, readable, and of the operator's country (docs/api.md#phone-numbers). */
export function phoneErrors({
  phone,
  country,
  provider,
  payment_method: method,
}: Pick<Partial<PayerBody>, 'phone' | 'country' | 'provider'> & Method): FieldError[] {
  if (phone === undefined) {
    return method === 'card' ? [] : [{ field: 'phone', code: 'missing_field' }]
  }
  const parsed = parsePhone(phone, { country })
  if (!parsed.ok) return [{ field: 'phone', code: parsed.code }]
  const operator = operatorOf(provider ?? '')
  const isForeign = operator && !takesNumber(operator, parsed.value)
  return isForeign ? [{ field: 'phone', code: 'invalid_phone_number' }] : []
}

/** Card data where no card pays is a fault of the caller's, better told than taken. */
function cardErrors({ card, payment_method: method }: Partial<PayerBody>): FieldError[] {
  if (method !== 'card') return card === undefined ? [] : [{ field: 'card', code: 'invalid_card' }]
  if (card === undefined) return [{ field: 'card', code: 'missing_field' }]
  return cardFaults(cardOf(card), new Date()).map(({ part, code }) => ({
    field: `card.${part}`,
    code,
  }))
}

/** A payer who must be named is. */
export function customerErrors({ customer }: Pick<Partial<PayerBody>, 'customer'>): FieldError[] {
  return customer === undefined ? [{ field: 'customer', code: 'missing_field' }] : []
}
