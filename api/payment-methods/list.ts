import { keyKinds } from '#domain/transactions/transaction.ts'
import Type, { type Static } from 'typebox'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { type FieldError, fieldsError } from '#domain/errors/errors.ts'
import { type Money, parseAmount } from '#domain/money/money.ts'
import { isCountryCode } from '#domain/phone/phone.ts'
import type { ApiContext } from '#http/context.ts'
import { currencyField, said } from '#http/fields.ts'
import { wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { widestCurrency } from '#http/schema-compiler.ts'
import { presentPaymentMethod } from '#api/present/payment-method.ts'
import { shownCurrency } from '#use-cases/pricing/limits.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'
import { openMethods } from '#use-cases/pricing/open-methods.ts'
import { paymentMethod as paymentMethodSchema } from '#api/schemas/catalogue.ts'

/** Written like a JSON number; `parseAmount` reads its exact value. */
export const amountParameter = said(
  Type.String({ code: 'invalid_amount', minLength: 1, maxLength: 64, format: 'amount' }),
  'Amount that the methods must accept, in units of `currency`.',
  '1000',
)
/** The operator's country. */
export const countryParameter = said(
  Type.String({ code: 'invalid_country', pattern: '^[A-Z]{2}$', format: 'country' }),
  'Country of the operator (ISO 3166-1).',
  'BJ',
)

const methodsQuery = Type.Object({
  amount: Type.Optional(amountParameter),
  currency: Type.Optional(
    said(currencyField, 'Currency that the methods must accept; defaults to the service’s.', 'XOF'),
  ),
  country: Type.Optional(countryParameter),
})

/** The payment methods open to the caller; filters keep those that accept this amount, currency or country. */
export function listPaymentMethods(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-methods',
    keys: keyKinds,
    summary: 'Lister les moyens de paiement ouverts',
    about: {
      name: 'listPaymentMethods',
      title: 'List the payment methods that are open',
      text: 'The methods that are open to your service and channel, with limits and the number each expects. With `amount`, `currency` or `country`, only those that accept it.',
      codes: ['invalid_amount', 'invalid_country'],
    },
    answer: { object: paymentMethodSchema, isList: true },
    query: methodsQuery,
    checkFields: ({ query }) => [...countryErrors(query), ...amountErrors(query)],
    async handler({ query, caller }) {
      const basis = await readBasis(context, caller.serviceEnvId)
      const filter = {
        country: query.country,
        currency: query.currency,
        price: priceOf(query, query.currency ?? shownCurrency(basis)),
      }
      const open = await openMethods(context, { seller: caller, basis, filter })
      return { body: wholeList(open.map(presentPaymentMethod)) }
    },
  })
}

/** The filters of a list of methods, validated. */
export type MethodsQuery = Partial<Static<typeof methodsQuery>>

/** Refuses countries that do not exist. */
export function countryErrors({ country }: MethodsQuery): FieldError[] {
  const isUnknown = country !== undefined && !isCountryCode(country)
  return isUnknown ? [{ field: 'country', code: 'invalid_country' }] : []
}

/** Without a currency the decimals are not known yet; `priceOf` checks them later. */
export function amountErrors({ amount, currency }: MethodsQuery): FieldError[] {
  if (amount === undefined) return []
  const parsed = parseAmount(amount, currency ?? widestCurrency)
  return parsed.ok ? [] : [{ field: 'amount', code: parsed.code }]
}

/** The amount asked for, by default in the currency of the limits shown. Refusal: invalid_amount. */
function priceOf({ amount }: MethodsQuery, currency: CurrencyCode): Money | undefined {
  if (amount === undefined) return undefined
  const parsed = parseAmount(amount, currency)
  if (!parsed.ok) throw fieldsError([{ field: 'amount', code: parsed.code }])
  return parsed.value
}
