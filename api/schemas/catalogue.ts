import Type from 'typebox'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** See docs/api.md#payment-methods. */
export const paymentMethod: NamedSchema = {
  name: 'PaymentMethod',
  schema: part.shape({
    id: part.text,
    object: part.kind('payment_method'),
    provider: part.text,
    name: part.text,
    type: part.methodType,
    network: part.textOrNull,
    country: part.text,
    currency: part.currencyCode,
    decimals: part.wholeNumber,
    currencies: Type.Array(part.currencyCode),
    min_amount: part.amount,
    max_amount: part.amount,
    display_currency: part.currencyCode,
    display_min_amount: part.amount,
    display_max_amount: part.amount,
    fees_preview: part.shape({
      kind: part.oneOf('percentage', 'fixed'),
      value: part.rate,
      payer: part.payer,
    }),
    phone: part.orNull(
      part.shape({
        length: part.wholeNumber,
        prefix_length: part.wholeNumber,
        prefixes: Type.Array(part.text),
        country_code: part.text,
      }),
    ),
    logo_url: part.text,
  }),
}

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const currency: NamedSchema = {
  name: 'Currency',
  schema: part.shape({
    id: part.currencyCode,
    object: part.kind('currency'),
    code: part.currencyCode,
    numeric_code: part.text,
    name: part.text,
    symbol: part.text,
    decimals: part.wholeNumber,
    rounding_step: part.orNull(part.amount),
    regime: part.oneOf('pivot', 'fixed', 'floating'),
    parity: part.orNull(part.shape({ currency: part.currencyCode, value: part.rate })),
    active: part.flag,
  }),
}

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const exchangeRate: NamedSchema = {
  name: 'ExchangeRate',
  schema: part.shape({
    id: part.text,
    object: part.kind('exchange_rate'),
    from: part.currencyCode,
    to: part.currencyCode,
    rate: part.rate,
    inverse_rate: part.rate,
    regime: part.oneOf('identity', 'fixed', 'floating'),
    source: part.textOrNull,
    margin_percent: part.optional(part.rate),
    at: part.timeOrNull,
    expires_at: part.timeOrNull,
  }),
}
