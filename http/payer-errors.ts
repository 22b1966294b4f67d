import { cardFaults } from '#domain/collections/card.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { operatorOf, operators, takesNumber } from '#domain/operators/operators.ts'
import { nearestWord } from '#domain/text/nearest.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import { cardOf, type PayerBody } from './payer-fields.ts'

/** Errors in the provider, number and card of a payment. */
export function payerErrors(body: Partial<PayerBody>): FieldError[] {
  return [...providerErrors(body), ...phoneErrors(body), ...cardErrors(body)]
}

type Method = { readonly payment_method?: string | undefined }

/** The provider is `auto`, or an operator that supports the payment method. */
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

/** The number is given (except with a card), valid, and of the operator's country (docs/api.md#phone-numbers). */
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

/** Card data without card payment is a mistake by the caller: it is refused rather than ignored. */
function cardErrors({ card, payment_method: method }: Partial<PayerBody>): FieldError[] {
  if (method !== 'card') return card === undefined ? [] : [{ field: 'card', code: 'invalid_card' }]
  if (card === undefined) return [{ field: 'card', code: 'missing_field' }]
  return cardFaults(cardOf(card), new Date()).map(({ part, code }) => ({
    field: `card.${part}`,
    code,
  }))
}

/** Requires a customer. */
export function customerErrors({ customer }: Pick<Partial<PayerBody>, 'customer'>): FieldError[] {
  return customer === undefined ? [{ field: 'customer', code: 'missing_field' }] : []
}
