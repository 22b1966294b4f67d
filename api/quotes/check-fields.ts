import { fail, type FieldError } from '#domain/errors/errors.ts'
import { type CollectionMethod, isBankCode, operatorOf } from '#domain/operators/operators.ts'
import { phoneErrors, providerErrors } from '#http/payer-errors.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import type { QuoteBody, QuoteCheck } from './body.ts'

/** What the schema of a quote cannot say. Payouts are for the secret key, which is told before any field. */
export function checkQuoteFields({ body, caller }: QuoteCheck): FieldError[] {
  const isPayout = body.type === 'payout'
  if (isPayout && caller.kind !== 'secret') throw fail('secret_key_required')
  const isBank = isPayout && isBankCode(body.provider ?? '')
  return [
    ...(isBank ? [] : providerErrors({ ...body, payment_method: methodOf(body, isPayout) })),
    ...methodErrors(body, isPayout),
    ...numberErrors(body),
  ]
}

/** How the provider must serve; of a method that is refused itself, nothing more is said. */
function methodOf(
  { payment_method: method }: Partial<QuoteBody>,
  isPayout: boolean,
): CollectionMethod | undefined {
  return isPayout || method === 'bank_transfer' ? undefined : method
}

function methodErrors(
  { payment_method: method, provider = '' }: Partial<QuoteBody>,
  isPayout: boolean,
): FieldError[] {
  if (method === undefined) return []
  const payoutMethod = isBankCode(provider) ? 'bank_transfer' : 'mobile_money'
  const isKnown = isPayout ? method === payoutMethod : method !== 'bank_transfer'
  return isKnown ? [] : [{ field: 'payment_method', code: 'invalid_payment_method' }]
}

/** A number is asked for only where the operator is found by it; one that is given is checked as for a payment. */
export function numberErrors(body: Omit<Partial<QuoteBody>, 'type'>): FieldError[] {
  const { phone, country, provider, payment_method: method } = body
  if (phone !== undefined || provider === automaticProvider) return phoneErrors(body)
  if (method === 'card') return []
  const operator = operatorOf(provider ?? '')
  const isElsewhere = operator && country !== undefined && country !== operator.country
  return isElsewhere ? [{ field: 'country', code: 'phone_country_mismatch' }] : []
}
