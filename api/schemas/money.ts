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

/** See docs/money-and-ledger.md#display. */
const displayRate = shape({
  value: rate,
  per_unit: rate,
  at: timeOrNull,
  source: oneOf('origin', 'fixed', 'transaction', 'history', 'approx'),
})

/** See docs/money-and-ledger.md#display. */
export const linkDisplay = shape(
  { currency: currencyCode, amount: orNull(amount), converted: flag, rate: displayRate },
  'Prix tel que le payeur le voit, dans la devise du service.',
)

/** See docs/money-and-ledger.md#display. */
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

/** See docs/money-and-ledger.md#prices-and-fees. */
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

/** See docs/money-and-ledger.md#prices-and-fees. */
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

/** See docs/payments.md#states. */
export const failure = orNull(shape({ code: text, message: text }))
