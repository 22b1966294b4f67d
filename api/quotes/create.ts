import { keyKinds } from '#domain/transactions/transaction.ts'
import { quoteRules } from '#http/payer-rules.ts'
import { refusalsOf } from '#api/docs/refusals.ts'
import { randomUUID } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { fail, type FieldError } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { type AddedVersion, addedVersion } from '#http/added-version.ts'
import { type About, type CheckInput, route, type RouteInput } from '#http/route.ts'
import { presentQuote } from '#api/present/quote.ts'
import { automaticProvider, exactAmount } from '#use-cases/pricing/offer.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { type PricedQuote, priceQuote, type Quote, quotedPhone } from '#use-cases/pricing/quote.ts'
import { keepQuote } from '#use-cases/quotes/keep.ts'
import { quote as quoteSchema } from '#api/schemas/objects.ts'
import { type CollectionMethod, isBankCode, operatorOf } from '#domain/operators/operators.ts'
import { phoneErrors, providerErrors } from '#http/payer-errors.ts'
import {
  amountField,
  choiceField,
  currencyField,
  phoneCountryField,
  phoneField,
  providerField,
  said,
} from '#http/fields.ts'

/** Quotes what a payment would cost and bring; refused where the payment would be. */
export function createQuote(context: ApiContext) {
  return quoteRoute(context)
}

/** The same with an id that a payment may name: the quote is stored, and binding for a while. */
export function createBindingQuote(context: ApiContext) {
  return quoteRoute(context, addedVersion)
}

function quoteRoute(context: ApiContext, since?: AddedVersion) {
  return route({
    ...(since && { since }),
    method: 'POST',
    path: '/v2/quotes',
    keys: keyKinds,
    summary: 'Obtenir un devis',
    about,
    answer: { object: quoteSchema },
    body: quoteBody,
    checkFields: checkQuoteFields,
    async handler(input) {
      const { body, caller } = input
      const isPayout = body.type === 'payout'
      const priced = await (isPayout
        ? quotePayout(context, input)
        : quoteCollection(context, input))
      const quote: Quote = {
        ...priced,
        id: randomUUID(),
        type: body.type ?? 'collection',
        mode: caller.mode,
        channel: caller.channel,
        createdAt: new Date(),
        expiresAt: null,
      }
      if (since) {
        const expiresAt = await keepQuote(context.database, quote, {
          seller: caller,
          phone: quotedPhone(body),
        })
        return { body: { data: presentQuote({ ...quote, expiresAt }, caller.kind) } }
      }
      return { body: { data: presentQuote(quote, caller.kind) } }
    },
  })
}

async function quoteCollection(context: ApiContext, input: QuoteInput): Promise<PricedQuote> {
  const { body, caller, numberText } = input
  const { provider, payment_method: method } = body
  if (method === 'bank_transfer') throw fail('invalid_payment_method', { field: 'payment_method' })
  const price = exactAmount(numberText('amount'), body.currency)
  const phone = quotedPhone(body)
  return priceQuote(context, { seller: caller, provider, method, phone, price })
}

function quotePayout(context: ApiContext, input: QuoteInput): Promise<PricedQuote> {
  const { body, caller, numberText } = input
  return makePayoutOffer(context, {
    seller: caller,
    provider: body.provider,
    phone: quotedPhone(body),
    amount: exactAmount(numberText('amount'), body.currency),
  })
}

/**
 * Rules that the schema of a quote cannot express. Payouts need the secret key, which is checked before any field.
 */
function checkQuoteFields({ body, caller }: QuoteCheck): FieldError[] {
  const isPayout = body.type === 'payout'
  if (isPayout && caller.kind !== 'secret') throw fail('secret_key_required')
  const isBank = isPayout && isBankCode(body.provider ?? '')
  return [
    ...(isBank ? [] : providerErrors({ ...body, payment_method: methodOf(body, isPayout) })),
    ...methodErrors(body, isPayout),
    ...numberErrors(body),
  ]
}

/**
 * The collection method that the provider must support. Undefined for payouts, and for bank transfers, which are
 * refused themselves.
 */
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

/** A number is required only if the operator is found by it; a given one is validated as for a payment. */
export function numberErrors(body: Omit<Partial<QuoteBody>, 'type'>): FieldError[] {
  const { phone, country, provider, payment_method: method } = body
  if (phone !== undefined || provider === automaticProvider) return phoneErrors(body)
  if (method === 'card') return []
  const operator = operatorOf(provider ?? '')
  const isElsewhere = operator && country !== undefined && country !== operator.country
  return isElsewhere ? [{ field: 'country', code: 'phone_country_mismatch' }] : []
}

/** Body of a quote: the fields of the payment that its price depends on. */
const quoteBody = Type.Object({
  type: Type.Optional(
    said(
      choiceField('invalid_type', ['collection', 'payout']),
      'What the quote is for; `collection` by default.',
      'collection',
    ),
  ),
  amount: amountField,
  currency: currencyField,
  provider: providerField,
  payment_method: Type.Optional(
    said(
      choiceField('invalid_payment_method', [
        'mobile_money',
        'card',
        'direct_debit',
        'bank_transfer',
      ]),
      'How it would be paid; `mobile_money` by default.',
      'mobile_money',
    ),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
})

type QuoteBody = Static<typeof quoteBody>
type QuoteCheck = CheckInput<QuoteBody, unknown, typeof keyKinds>
type QuoteInput = RouteInput<QuoteBody, unknown, unknown, typeof keyKinds>

const about: About = {
  name: 'createQuote',
  title: 'Get a quote',
  text: 'What a payment would cost and yield; refused if the payment itself would be refused. Leave `phone` out to get a quote before you know it, but `provider: auto` for Mobile Money needs it. A quote for a payout needs the secret key. With `Service-Version: 2.6.0` the quote is kept until `expires_at`: a payment that names it as `quote_id` is charged as quoted.',
  examples: {
    Collection: { amount: 1000, currency: 'XOF', provider: 'mtn-benin' },
  },
  rules: quoteRules,
  codes: [
    ...refusalsOf.price,
    ...refusalsOf.number,
    'invalid_payment_method',
    'secret_key_required',
    'live_mode_required',
    'payout_amount_too_small',
    'payout_amount_too_large',
    'payouts_temporarily_unavailable',
    'operation_not_allowed',
  ],
}
