import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { CurrencyCode } from '#domain/currency.ts'
import { displayOf } from '#domain/display.ts'
import { fail } from '#domain/errors.ts'
import { exchangeRate, type FloatingRate } from '#domain/exchange.ts'
import { chooseFeeRule } from '#domain/fee-rule.ts'
import { asId, type OperatorRequestId, type TransactionId } from '#domain/ids.ts'
import { type Money, parseAmount, toNumber, zero } from '#domain/money.ts'
import { detectOperator, isWithinLimits, type Operator, operatorOf } from '#domain/operators.ts'
import { parsePhone, type Phone } from '#domain/phone.ts'
import { type Pricing, priceCollection } from '#domain/pricing.ts'
import type { CollectionDraft } from '#db/commands/accept-collection.ts'
import { readOrigin, readRates, readTerms, type ServiceTerms } from '#db/queries/terms.ts'
import type { ApiContext } from '#api/context.ts'
import { automaticProvider } from './check-fields.ts'
import type { CollectionInput } from './body.ts'

/**
 * A collection priced and checked against the rules, ready for the books. Refusals: payment_method_unavailable,
 * provider_not_detected, provider_unavailable, currency_not_supported, exchange_rate_unavailable, amount_out_of_bounds,
 * amount_too_small.
 */
export async function draftCollection(
  context: ApiContext,
  input: CollectionInput,
): Promise<{ readonly draft: CollectionDraft; readonly receiptToken: string }> {
  const { body, caller } = input
  if (body.payment_method === 'card' || body.payment_method === 'direct_debit') {
    throw fail('payment_method_unavailable')
  }
  const phone = phoneOf(input)
  const operator = chooseOperator(context, input, phone)
  const [terms, rates, origin] = await Promise.all([
    readTerms(context.database, caller.serviceEnvId),
    readRates(context.database),
    readOrigin(context.database, caller),
  ])
  checkCurrency(input, { operator, terms, rates })
  const pricing = price(input, { operator, terms, rates })
  const receiptToken = randomBytes(receiptTokenBytes).toString('base64url')
  return {
    receiptToken,
    draft: {
      expiryMs: context.collectionExpiryMs,
      receiptTokenDigest: context.database.keyring.mac('receipt-token', receiptToken),
      record: {
        ...identity(input),
        ...amounts(pricing, { terms, rates }),
        ...origin,
        customer: {
          name: body.customer?.name ?? null,
          email: body.customer?.email ?? null,
          phone: phone.phone,
        },
        country: phone.country,
        paymentMethod: { type: operator.type, network: operator.network, cardLast4: null },
        provider: operator.code,
      },
    },
  }
}

/** 22 characters in base64url (spec: receipt_token). */
const receiptTokenBytes = 16

interface Market {
  readonly operator: Operator
  readonly terms: ServiceTerms
  readonly rates: readonly FloatingRate[]
}

function phoneOf({ body }: CollectionInput): Phone {
  const parsed = parsePhone(body.phone ?? '', { country: body.country })
  if (!parsed.ok) throw fail(parsed.code)
  return parsed.value
}

function chooseOperator(context: ApiContext, input: CollectionInput, phone: Phone): Operator {
  const { provider } = input.body
  const operator = provider === automaticProvider ? detectOperator(phone) : operatorOf(provider)
  if (operator === undefined) throw fail('provider_not_detected')
  if (!context.isOpen(operator.code, input.caller.mode)) {
    throw fail('provider_unavailable', { field: 'provider', provider: operator.code })
  }
  return operator
}

/**
 * A price in a floating currency needs its rate. Merchant keys use the operator's currency or the service's; a page of
 * the merchant may ask in any active one (spec: POST /v2/collections, currency).
 */
function checkCurrency(input: CollectionInput, { operator, terms, rates }: Market): void {
  const { currency } = input.body
  const isOwn = currency === operator.currency || currency === terms.serviceCurrency
  if (!isOwn && input.caller.kind !== 'public') {
    throw fail('currency_not_supported', { field: 'currency', currency })
  }
  if (exchangeRate(currency, operator.currency, rates) === undefined) {
    throw fail('exchange_rate_unavailable', { from: currency, to: operator.currency })
  }
}

function price(input: CollectionInput, { operator, terms, rates }: Market): Pricing {
  const { caller } = input
  const feeRule = chooseFeeRule(terms.feeRules, {
    type: 'collection',
    provider: operator.code,
    serviceEnvId: caller.serviceEnvId,
    channel: caller.channel,
    terminalId: caller.terminalId,
  })
  if (feeRule === undefined) throw new Error('the platform has no tariff for collections')
  const priced = priceCollection({
    price: priceOf(input),
    feeRule,
    exchangeFee: terms.exchangeFee,
    margin: terms.exchangeMargin,
    rates,
  })
  if (!priced.ok) throw fail(priced.code)
  if (!isWithinLimits(priced.value.base, operator))
    throw fail('amount_out_of_bounds', limits(operator))
  return priced.value
}

function priceOf({ body, numberText }: CollectionInput): Money {
  const amount = parseAmount(numberText('amount') ?? '', body.currency satisfies CurrencyCode)
  if (!amount.ok) throw fail(amount.code, { field: 'amount' })
  return amount.value
}

function limits({ minAmount, maxAmount, currency }: Operator) {
  const bounds = { min_amount: toNumber(minAmount), max_amount: toNumber(maxAmount), currency }
  return { field: 'amount', ...bounds, limits: bounds }
}

function identity({ body, caller }: CollectionInput) {
  const id = asId<TransactionId>(randomUUIDv7())
  return {
    id,
    serviceEnvId: caller.serviceEnvId,
    mode: caller.mode,
    apiKeyId: caller.apiKeyId,
    type: 'collection',
    status: 'pending',
    pendingReason: 'awaiting_provider',
    channel: caller.channel,
    reference: body.reference ?? id,
    description: body.description ?? null,
    metadata: JSON.stringify(body.metadata ?? {}),
    operatorRequestId: asId<OperatorRequestId>(crypto.randomUUID()),
    providerReference: null,
    failureCode: null,
    fundsStatus: null,
  } as const
}

function amounts(pricing: Pricing, { terms, rates }: Pick<Market, 'terms' | 'rates'>) {
  const { kind, value, level, channel, terminal } = pricing.fees.rule
  return {
    price: pricing.price,
    fees: { ...pricing.fees, rule: { kind, value, level, channel, terminal } },
    amountCharged: pricing.amountCharged,
    net: pricing.net,
    exchange: pricing.exchange,
    display: displayOf(pricing, { serviceCurrency: terms.serviceCurrency, rates }),
    refunded: zero(pricing.amountCharged.currency),
  }
}
