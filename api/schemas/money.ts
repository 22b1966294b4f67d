import {
  amount,
  currencyCode,
  flag,
  oneOf,
  optional,
  orNull,
  payer,
  rate,
  shape,
  text,
  textOrNull,
  timeOrNull,
} from './parts.ts'

/** spec: Display block, rate. */
const displayRate = shape({
  value: rate,
  per_unit: rate,
  at: timeOrNull,
  source: oneOf('origin', 'fixed', 'transaction', 'history', 'approx'),
})

/** spec: Display block, of what is payable. */
export const linkDisplay = shape(
  { currency: currencyCode, amount: orNull(amount), converted: flag, rate: displayRate },
  'Prix tel que le payeur le voit, dans la devise du service.',
)

/** spec: Display block. */
export const display = shape(
  {
    currency: currencyCode,
    amount,
    fees: amount,
    amount_charged: amount,
    net_amount: optional(amount),
    exchange_fee: amount,
    fees_under_minimum: flag,
    rate: displayRate,
  },
  'Montants tels que le payeur les voit, dans la devise du service.',
)

/** spec: Transaction, exchange. */
export const exchange = orNull(
  shape({
    from: currencyCode,
    to: currencyCode,
    rate,
    amount,
    fee: optional(amount),
    fee_currency: optional(currencyCode),
    fee_payer: optional(payer),
    margin: optional(amount),
    margin_currency: optional(currencyCode),
    margin_percent: optional(rate),
    margin_payer: optional(payer),
  }),
)

/** spec: Transaction, fees. */
export const fees = shape({
  amount,
  currency: currencyCode,
  payer,
  rule: shape({
    kind: oneOf('percentage', 'fixed'),
    value: rate,
    level: oneOf('platform', 'service', 'channel', 'terminal'),
    channel: textOrNull,
    terminal: textOrNull,
  }),
})

/** spec: Transaction, failure. */
export const failure = orNull(shape({ code: text, message: text }))
