import { accountCurrency, type CurrencyCode } from '#domain/money/currency.ts'
import { displayLimitsOf } from '#domain/pricing/display.ts'
import { ServiceError } from '#domain/errors/errors.ts'
import { isConvertible } from '#domain/money/exchange.ts'
import { money, type Money } from '#domain/money/money.ts'
import { type OfferBasis, offerOn, type OfferRequest, type OfferScope } from './offer.ts'

/** The smallest and largest accepted price, both included. */
export interface PriceLimits {
  readonly minAmount: Money
  readonly maxAmount: Money
}

/** Limits in the operator's currency, and as shown in the service's. */
export interface OfferLimits {
  readonly own: PriceLimits
  readonly shown: PriceLimits
}

/**
 * The limits of an operator for one caller; a price equal to a limit is accepted (docs/api.md#payment-methods). If
 * the merchant pays more in fees than the operator's minimum, the smallest price is the first that leaves a net.
 * Undefined if no price leaves any.
 */
export function limitsOf(scope: OfferScope, basis: OfferBasis): OfferLimits | undefined {
  const { operator } = scope
  const isTaken = (price: Money): boolean => takes({ ...scope, price }, basis)
  const setting = { serviceCurrency: shownCurrency(basis), rates: basis.rates }
  const own = narrow(operator, isTaken)
  const shown = narrow(displayLimitsOf(operator, setting), isTaken)
  return own && shown && { own, shown }
}

/**
 * The service's currency, or the account currency while the former has no rate (docs/money-and-ledger.md#display).
 */
export function shownCurrency({ terms, rates }: OfferBasis): CurrencyCode {
  return isConvertible(terms.serviceCurrency, rates) ? terms.serviceCurrency : accountCurrency
}

/** True if a collection of this price would be accepted on these terms. */
export function takes(request: OfferRequest, basis: OfferBasis): boolean {
  try {
    offerOn(request, basis)
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

/** Binary search between a refused and an accepted price: at most one step per bit of the largest price. */
function narrow(
  { minAmount, maxAmount }: PriceLimits,
  isTaken: (price: Money) => boolean,
): PriceLimits | undefined {
  if (!isTaken(maxAmount)) return undefined
  if (isTaken(minAmount)) return { minAmount, maxAmount }
  let refused = minAmount.minor
  let taken = maxAmount.minor
  while (taken - refused > 1n) {
    const middle = (refused + taken) / 2n
    if (isTaken(money(middle, minAmount.currency))) taken = middle
    else refused = middle
  }
  return { minAmount: money(taken, minAmount.currency), maxAmount }
}
