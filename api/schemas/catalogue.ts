import Type from 'typebox'
import {
  amount,
  currencyCode,
  flag,
  kind,
  methodType,
  type NamedSchema,
  oneOf,
  optional,
  orNull,
  payer,
  rate,
  shape,
  text,
  textOrNull,
  timeOrNull,
  wholeNumber,
} from './parts.ts'

/** See docs/api.md#payment-methods. */
export const paymentMethod: NamedSchema = {
  name: 'PaymentMethod',
  schema: shape({
    id: text,
    object: kind('payment_method'),
    provider: text,
    name: text,
    type: methodType,
    network: textOrNull,
    country: text,
    currency: currencyCode,
    decimals: wholeNumber,
    currencies: Type.Array(currencyCode),
    min_amount: amount,
    max_amount: amount,
    display_currency: currencyCode,
    display_min_amount: amount,
    display_max_amount: amount,
    fees_preview: shape({ kind: oneOf('percentage', 'fixed'), value: rate, payer }),
    phone: orNull(
      shape({
        length: wholeNumber,
        prefix_length: wholeNumber,
        prefixes: Type.Array(text),
        country_code: text,
      }),
    ),
    logo_url: text,
  }),
}

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const currency: NamedSchema = {
  name: 'Currency',
  schema: shape({
    id: currencyCode,
    object: kind('currency'),
    code: currencyCode,
    numeric_code: text,
    name: text,
    symbol: text,
    decimals: wholeNumber,
    rounding_step: orNull(amount),
    regime: oneOf('pivot', 'fixed', 'floating'),
    parity: orNull(shape({ currency: currencyCode, value: rate })),
    active: flag,
  }),
}

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const exchangeRate: NamedSchema = {
  name: 'ExchangeRate',
  schema: shape({
    id: text,
    object: kind('exchange_rate'),
    from: currencyCode,
    to: currencyCode,
    rate,
    inverse_rate: rate,
    regime: oneOf('identity', 'fixed', 'floating'),
    source: textOrNull,
    margin_percent: optional(rate),
    at: timeOrNull,
    expires_at: timeOrNull,
  }),
}
