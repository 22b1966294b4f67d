import { decimalsOf } from '#domain/money/currency.ts'
import { toNumber } from '#domain/money/money.ts'
import type { Operator } from '#domain/operators/operators.ts'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'

/** The payment method object (docs/api.md#payment-methods). */
export function presentPaymentMethod({ operator, limits, generalFee, logoUrl }: OpenMethod) {
  const { own, shown } = limits
  const { currency: shownCurrency } = shown.minAmount
  return {
    id: operator.code,
    object: 'payment_method',
    provider: operator.code,
    name: operator.name,
    type: operator.type,
    network: operator.network,
    country: operator.country,
    currency: operator.currency,
    decimals: decimalsOf(operator.currency),
    currencies: [...new Set([operator.currency, shownCurrency])],
    min_amount: toNumber(own.minAmount),
    max_amount: toNumber(own.maxAmount),
    display_currency: shownCurrency,
    display_min_amount: toNumber(shown.minAmount),
    display_max_amount: toNumber(shown.maxAmount),
    fees_preview: {
      kind: generalFee.kind,
      value: Number(generalFee.value),
      payer: generalFee.payer,
    },
    phone: operator.phone && presentNumber(operator.phone),
    logo_url: logoUrl,
  }
}

function presentNumber(phone: NonNullable<Operator['phone']>) {
  return {
    length: phone.length,
    prefix_length: phone.prefixLength,
    prefixes: phone.prefixes,
    country_code: phone.countryCode,
  }
}
