import { fail, type FieldError, fieldsError, orFail } from '#domain/errors/errors.ts'
import { compare, type Money, parseAmount, toNumber } from '#domain/money/money.ts'
import { type Payable, payableRefusal } from '#domain/payment-links/payable.ts'
import { findPayable } from './payables.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { AnySeller } from '#use-cases/keys/caller.ts'

/** The payable with this id, in any state. Refusal: payment_link_not_found. */
export async function findLink({ database }: UseCaseContext, id: string): Promise<Payable> {
  return orFail(await findPayable(database, id), 'payment_link_not_found')
}

/** Refuses a payable that accepts no payment now: payment_link_expired, _cancelled, _already_paid, _in_progress. */
export function refuseClosed({ status }: Payable): void {
  const refusal = payableRefusal(status)
  if (refusal !== undefined) throw fail(refusal)
}

/** The payable with this id, if it accepts a payment now. Refusals: those of `findLink`, and of its state. */
export async function findOpenLink(context: UseCaseContext, id: string): Promise<Payable> {
  const payable = await findLink(context, id)
  refuseClosed(payable)
  return payable
}

/** The seller, for payers without a key. */
export function keylessSeller({ seller }: Payable): AnySeller {
  return { ...seller, kind: 'none' }
}

/** The price in a payer's request: a confirmation if it is fixed, a choice if it is free. */
export interface SaidPrice {
  readonly amountText: string | undefined
  readonly currency?: string | undefined
}

/** The price to pay; undefined if the payer still has to choose one; or the error in the request. */
export function priceOf(payable: Payable, said: SaidPrice): Money | FieldError | undefined {
  const { price, currency } = payable
  if (said.currency !== undefined && said.currency !== currency) {
    return {
      field: 'currency',
      code: 'currency_not_supported',
      details: { currency: said.currency, allowed_values: [currency] },
    }
  }
  if (said.amountText === undefined) return price ?? undefined
  const amount = parseAmount(said.amountText, currency)
  if (!amount.ok) return { field: 'amount', code: amount.code }
  if (price !== null && price.minor !== amount.value.minor) {
    return { field: 'amount', code: 'payment_link_amount_fixed' }
  }
  return amount.value
}

/**
 * The price to pay, with all errors of the request reported together. Refusals: those of fields, and
 * amount_out_of_bounds outside the link's own limits.
 */
export function takenPrice(
  payable: Payable,
  said: SaidPrice,
  otherErrors: readonly FieldError[] = [],
): Money {
  const price = priceOf(payable, said) ?? { field: 'amount', code: 'missing_field' }
  if ('code' in price) throw fieldsError([price, ...otherErrors])
  if (otherErrors.length > 0) throw fieldsError(otherErrors)
  refuseBeyondLimits(payable, price)
  return price
}

function refuseBeyondLimits({ minAmount, maxAmount, currency }: Payable, price: Money): void {
  const isBelow = minAmount !== null && compare(price, minAmount) < 0
  const isAbove = maxAmount !== null && compare(price, maxAmount) > 0
  if (!isBelow && !isAbove) return
  const limits = {
    min_amount: minAmount && toNumber(minAmount),
    max_amount: maxAmount && toNumber(maxAmount),
    currency,
  }
  throw fail('amount_out_of_bounds', { field: 'amount', ...limits, limits })
}
