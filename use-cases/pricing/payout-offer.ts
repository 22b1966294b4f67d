import { accountCurrency } from '#domain/money/currency.ts'
import { type Display, displayOf } from '#domain/pricing/display.ts'
import { fail } from '#domain/errors/errors.ts'
import { chooseFeeRule, type FeeRule } from '#domain/pricing/fee-rule.ts'
import { money, type Money, PRICE_MINOR_MAX, toNumber } from '#domain/money/money.ts'
import { type BankCode, isBankCode, type Operator } from '#domain/operators/operators.ts'
import type { Seller } from '#domain/payment-links/payable.ts'
import type { Phone } from '#domain/phone/phone.ts'
import { type Pricing, pricePayout } from '#domain/pricing/pricing.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { PriceLimits } from './limits.ts'
import { chooseOperator, type OfferBasis, readBasis } from './offer.ts'

/** What a payout takes from the balance; `limits` is null for a bank, which has none of its own. */
export interface PayoutOffer {
  readonly provider: Operator['code'] | BankCode
  readonly paymentMethod: 'mobile_money' | 'bank_transfer'
  readonly pricing: Pricing
  readonly display: Display
  readonly limits: PriceLimits | null
}

/** The service that pays, and by whose terms. */
export type PayoutSeller = Pick<Seller, 'serviceEnvId' | 'mode' | 'channel' | 'terminalId'>

/** A payout wanted, with checked fields. */
export interface PayoutWish {
  readonly seller: PayoutSeller
  readonly provider: string
  readonly phone: Phone | undefined
  readonly amount: Money
}

/**
 * Prices a payout by the terms of its service, which are read unless given. Refusals: currency_not_supported,
 * live_mode_required (banks), payout_amount_too_small, payout_amount_too_large, those of `chooseOperator`.
 */
export async function makePayoutOffer(
  context: Pick<UseCaseContext, 'database' | 'isOpen'>,
  wish: PayoutWish,
  known?: OfferBasis,
): Promise<PayoutOffer> {
  const { seller, provider, phone, amount } = wish
  if (amount.currency !== accountCurrency) {
    const { currency } = amount
    const allowed = [accountCurrency]
    throw fail('currency_not_supported', { field: 'currency', currency, allowed_values: allowed })
  }
  const { serviceEnvId, mode, channel, terminalId } = seller
  const scope = { serviceEnvId, mode, type: 'payout' } as const
  const way = isBankCode(provider)
    ? wayOfBank(provider, seller, amount)
    : wayOfOperator(await chooseOperator(context, scope, { provider, phone }), amount)
  const { terms, rates } = known ?? (await readBasis(context, serviceEnvId))
  const feeRule = chooseFeeRule(terms.feeRules, {
    type: 'payout',
    provider: way.provider,
    serviceEnvId,
    channel,
    terminalId,
  })
  const pricing = pricePayout(amount, feeRule ?? freeOfCharge)
  const display = displayOf(pricing, { serviceCurrency: terms.serviceCurrency, rates })
  return { ...way, pricing, display }
}

type Way = Pick<PayoutOffer, 'provider' | 'paymentMethod' | 'limits'>

/** Without an agreed tariff a payout is free. */
const freeOfCharge: FeeRule = {
  kind: 'fixed',
  value: '0',
  payer: 'merchant',
  level: 'platform',
  type: 'payout',
  provider: null,
  serviceEnvId: null,
  channel: null,
  terminal: null,
}

/** Bank transfers are made by people, with real money only (docs/payouts.md#bank-transfers). */
function wayOfBank(provider: BankCode, { mode }: PayoutSeller, amount: Money): Way {
  if (mode !== 'live') throw fail('live_mode_required', { field: 'provider', provider })
  if (amount.minor > PRICE_MINOR_MAX) {
    const { currency } = amount
    const most = toNumber(money(PRICE_MINOR_MAX, currency))
    throw fail('payout_amount_too_large', { field: 'amount', max_amount: most, currency })
  }
  return { provider, paymentMethod: 'bank_transfer', limits: null }
}

function wayOfOperator(operator: Operator, amount: Money): Way {
  const { minAmount, maxAmount, currency } = operator
  const details = {
    field: 'amount',
    min_amount: toNumber(minAmount),
    max_amount: toNumber(maxAmount),
    currency,
  }
  if (amount.minor < minAmount.minor) throw fail('payout_amount_too_small', details)
  if (amount.minor > maxAmount.minor) throw fail('payout_amount_too_large', details)
  return {
    provider: operator.code,
    paymentMethod: 'mobile_money',
    limits: { minAmount, maxAmount },
  }
}
