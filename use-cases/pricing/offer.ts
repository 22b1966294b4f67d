import type { CurrencyCode } from '#domain/money/currency.ts'
import { type Display, displayOf } from '#domain/pricing/display.ts'
import { fail } from '#domain/errors/errors.ts'
import { exchangeRate, type FloatingRate } from '#domain/money/exchange.ts'
import { chooseFeeRule } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import { type Money, parseAmount, toNumber } from '#domain/money/money.ts'
import {
  type CollectionMethod,
  detectOperator,
  isWithinLimits,
  type Operator,
  operatorOf,
  takesNumber,
} from '#domain/operators/operators.ts'
import type { Phone } from '#domain/phone/phone.ts'
import { type Pricing, priceCollection } from '#domain/pricing/pricing.ts'
import type { Channel } from '#domain/transactions/transaction.ts'
import { readGrounds, type ServiceTerms } from './terms.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { OperatorScope } from '#use-cases/operators/is-open.ts'
import { openOperators } from '#use-cases/operators/list-open.ts'

/** What a payer will be charged and the merchant will get: a quote shows it, a collection charges it. */
export interface Offer {
  readonly operator: Operator
  readonly pricing: Pricing
  readonly display: Display
}

/** The caller and the operator; together with a price it is a request. */
export interface OfferScope {
  readonly serviceEnvId: ServiceEnvId
  readonly channel: Channel
  readonly terminalId: TerminalId | null
  readonly operator: Operator
  /**
   * Merchant keys use the operator's or the service's currency; a merchant's page any active one
   * (docs/money-and-ledger.md#currencies-and-rates).
   */
  readonly mayUseAnyCurrency: boolean
}

export interface OfferRequest extends OfferScope {
  readonly price: Money
}

/** What prices are computed from: the service's terms, and the rates at one time. */
export interface OfferBasis {
  readonly terms: ServiceTerms
  readonly rates: readonly FloatingRate[]
}

/** The service chooses the operator by the number (docs/payments.md#collections). */
export const automaticProvider = 'auto'

/** The current terms of a service and the current rates. */
export function readBasis(
  { database }: Pick<UseCaseContext, 'database'>,
  serviceEnvId: ServiceEnvId,
): Promise<OfferBasis> {
  return readGrounds(database, { serviceEnvId, terminalId: null, collaboratorId: null })
}

/**
 * Prices a request. Refusals: currency_not_supported, exchange_rate_unavailable, amount_too_small, amount_out_of_bounds.
 */
export function offerOn(request: OfferRequest, { terms, rates }: OfferBasis): Offer {
  checkCurrency(request, terms, rates)
  const pricing = priceOffer(request, terms, rates)
  const display = displayOf(pricing, { serviceCurrency: terms.serviceCurrency, rates })
  return { operator: request.operator, pricing, display }
}

/** The operator that a request asks for; without a method, Mobile Money. */
export interface WantedOperator {
  readonly provider: string
  readonly method?: CollectionMethod | undefined
  readonly phone: Phone | undefined
}

/**
 * The named operator, or the one found by method and number. Refusals: provider_not_detected, provider_unavailable,
 * and payment_method_unavailable if no open operator supports the method.
 */
export async function chooseOperator(
  context: Pick<UseCaseContext, 'isOpen'>,
  scope: OperatorScope,
  wanted: WantedOperator,
): Promise<Operator> {
  const isAutomatic = wanted.provider === automaticProvider
  const operator = isAutomatic
    ? detect(await openOperators(context, scope), wanted)
    : operatorOf(wanted.provider)
  if (operator === undefined) throw fail('provider_not_detected', { field: 'provider' })
  if (!(await context.isOpen(operator.code, scope))) {
    throw fail('provider_unavailable', { field: 'provider', provider: operator.code })
  }
  return operator
}

function detect(
  open: readonly Operator[],
  { method = 'mobile_money', phone }: WantedOperator,
): Operator | undefined {
  if (method === 'mobile_money') return phone && detectOperator(phone)
  const candidates = open.filter(({ type }) => type === method)
  if (candidates.length === 0) throw fail('payment_method_unavailable', { field: 'payment_method' })
  return candidates.find((operator) => takesNumber(operator, phone))
}

/** An amount, or its source text and currency. */
export type SaidAmount =
  | Money
  | { readonly sourceText: string | undefined; readonly currency: CurrencyCode }

/** Refusal: invalid_amount. */
export function amountOf(said: SaidAmount): Money {
  return 'minor' in said ? said : exactAmount(said.sourceText, said.currency)
}

/** An amount of a body, parsed exactly from its source text. Refusal: invalid_amount. */
export function exactAmount(sourceText: string | undefined, currency: CurrencyCode): Money {
  const amount = parseAmount(sourceText ?? '', currency)
  if (!amount.ok) throw fail(amount.code, { field: 'amount' })
  return amount.value
}

function checkCurrency(
  { price, operator, mayUseAnyCurrency }: OfferRequest,
  terms: ServiceTerms,
  rates: readonly FloatingRate[],
): void {
  const { currency } = price
  const isOwn = currency === operator.currency || currency === terms.serviceCurrency
  if (!isOwn && !mayUseAnyCurrency) {
    const allowed = [...new Set([operator.currency, terms.serviceCurrency])]
    throw fail('currency_not_supported', { field: 'currency', currency, allowed_values: allowed })
  }
  if (exchangeRate(currency, operator.currency, rates) === undefined) {
    throw fail('exchange_rate_unavailable', { from: currency, to: operator.currency })
  }
}

function priceOffer(
  request: OfferRequest,
  terms: ServiceTerms,
  rates: readonly FloatingRate[],
): Pricing {
  const { operator, serviceEnvId, channel, terminalId } = request
  const feeRule = chooseFeeRule(terms.feeRules, {
    type: 'collection',
    provider: operator.code,
    serviceEnvId,
    channel,
    terminalId,
  })
  if (feeRule === undefined) throw new Error('the platform has no tariff for collections')
  const priced = priceCollection({
    price: request.price,
    feeRule,
    exchangeFee: terms.exchangeFee,
    margin: terms.exchangeMargin,
    rates,
  })
  if (!priced.ok) throw fail(priced.code, { field: 'amount' })
  if (!isWithinLimits(priced.value.base, operator)) {
    throw fail('amount_out_of_bounds', boundsOf(operator))
  }
  return priced.value
}

function boundsOf({ minAmount, maxAmount, currency }: Operator) {
  const bounds = { min_amount: toNumber(minAmount), max_amount: toNumber(maxAmount), currency }
  return { field: 'amount', ...bounds, limits: bounds }
}
