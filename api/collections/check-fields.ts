import type { FieldError } from '#domain/errors.ts'
import { operatorOf } from '#domain/operators.ts'
import { belongsToCountry, parsePhone } from '#domain/phone.ts'
import { automaticProvider } from '#api/pricing/offer.ts'
import type { CollectionBody, CollectionCheck, payerFields } from './body.ts'

/** What the schema of a collection cannot say: fields that depend on each other and on who calls. */
export function checkCollectionFields({ body, caller }: CollectionCheck): FieldError[] {
  return [
    ...payerErrors(body),
    ...(caller.kind === 'secret' || caller.kind === 'public' ? customerErrors(body) : []),
  ]
}

/** What is wrong in how a payment is to be made. */
export function payerErrors(
  body: Pick<Partial<CollectionBody>, keyof typeof payerFields>,
): FieldError[] {
  const isCard = body.payment_method === 'card'
  const ofMethod = isCard ? [] : [...phoneErrors(body), ...needlessCardErrors(body)]
  return [...providerErrors(body), ...ofMethod]
}

/** A provider is an operator or `auto`. */
export function providerErrors({
  provider,
}: Pick<Partial<CollectionBody>, 'provider'>): FieldError[] {
  if (provider === undefined || provider === automaticProvider) return []
  return operatorOf(provider) ? [] : [{ field: 'provider', code: 'invalid_provider' }]
}

/** The number is there, readable, and of the operator's country (spec: Phone number rules). */
export function phoneErrors({
  phone,
  country,
  provider,
}: Pick<Partial<CollectionBody>, 'phone' | 'country' | 'provider'>): FieldError[] {
  if (phone === undefined) return [{ field: 'phone', code: 'missing_field' }]
  const parsed = parsePhone(phone, { country })
  if (!parsed.ok) return [{ field: 'phone', code: parsed.code }]
  const operator = operatorOf(provider ?? '')
  const isForeign = operator && !belongsToCountry(parsed.value, operator.country)
  return isForeign ? [{ field: 'phone', code: 'invalid_phone_number' }] : []
}

/** Card data where no card pays is a fault of the caller's, better told than taken. */
function needlessCardErrors({ card }: Partial<CollectionBody>): FieldError[] {
  return card === undefined ? [] : [{ field: 'card', code: 'invalid_card' }]
}

/** A payer who must be named is. */
export function customerErrors({
  customer,
}: Pick<Partial<CollectionBody>, 'customer'>): FieldError[] {
  return customer === undefined ? [{ field: 'customer', code: 'missing_field' }] : []
}
