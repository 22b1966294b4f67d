import { type CollectionMethod, banks, operators } from '#domain/operators/operators.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import type { JsonObject } from './json.ts'
import { choice, needs, without } from './schema-choice.ts'

/**
 * Rules between the fields of a payment, as JSON Schema for the API description; `payerErrors` enforces them on
 * requests.
 */

const fieldOf = (name: string, schema: JsonObject): JsonObject => ({
  properties: { [name]: schema },
})

function has(name: string, value: string): JsonObject {
  return { ...fieldOf(name, { const: value }), required: [name] }
}

/** A branch of a choice, merged from parts that concern different fields. */
function branch(...parts: readonly JsonObject[]): JsonObject {
  const properties = Object.assign({}, ...parts.map((part) => part['properties'] ?? {}))
  const required = parts.flatMap((part) => (part['required'] as string[] | undefined) ?? [])
  return Object.assign({}, ...parts, {
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: true,
  })
}

function providersOf(method: CollectionMethod, ...others: readonly string[]): JsonObject {
  const served = operators.filter(({ type }) => type === method).map(({ code }) => code)
  return fieldOf('provider', { enum: [automaticProvider, ...served, ...others] })
}

const bankCodes = banks.map(({ code }) => code)
const ofBank = { ...fieldOf('provider', { enum: bankCodes }), required: ['provider'] }

/** A card payment needs card data, any other a number; each method has its operators. */
export const payerRules = choice(
  has('payment_method', 'card'),
  branch(providersOf('card'), needs('card')),
  choice(
    has('payment_method', 'direct_debit'),
    branch(providersOf('direct_debit'), needs('phone'), without('card')),
    branch(providersOf('mobile_money'), needs('phone'), without('card')),
  ),
)

const byMobileMoney = fieldOf('payment_method', { const: 'mobile_money' })

/** A quote needs a number only if the operator is found by it. */
export const payerQuoteRules = choice(
  has('payment_method', 'card'),
  branch(providersOf('card')),
  choice(
    has('provider', automaticProvider),
    branch(fieldOf('payment_method', { enum: ['mobile_money', 'direct_debit'] }), needs('phone')),
    choice(
      has('payment_method', 'direct_debit'),
      branch(providersOf('direct_debit')),
      branch(providersOf('mobile_money'), byMobileMoney),
    ),
  ),
)

/** A bank needs an account, an operator a number. */
export const payoutRules = choice(
  ofBank,
  branch(ofBank),
  branch(providersOf('mobile_money'), needs('phone'), without('bank_account_id')),
)

/** For collections and payouts. */
export const quoteRules = choice(
  has('type', 'payout'),
  choice(
    ofBank,
    branch(fieldOf('payment_method', { const: 'bank_transfer' })),
    choice(
      has('provider', automaticProvider),
      branch(byMobileMoney, needs('phone')),
      branch(providersOf('mobile_money'), byMobileMoney),
    ),
  ),
  payerQuoteRules,
)

/** A link has one price, or a range. */
export const linkPriceRules = choice(needs('amount'), {
  not: { anyOf: [needs('min_amount'), needs('max_amount')] },
  additionalProperties: true,
})

/** The validation of a number accepts any operator. */
export const numberRules: JsonObject = {
  dependentSchemas: {
    provider: branch(
      fieldOf('provider', { enum: [automaticProvider, ...operators.map(({ code }) => code)] }),
    ),
  },
}
