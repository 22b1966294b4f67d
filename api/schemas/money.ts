import * as part from './parts.ts'

/** See docs/money-and-ledger.md#display. */
const displayRate = part.shape({
  value: part.rate,
  per_unit: part.rate,
  at: part.timeOrNull,
  source: part.oneOf('origin', 'fixed', 'transaction', 'history', 'approx'),
})

/** See docs/money-and-ledger.md#display. */
export const linkDisplay = part.shape(
  {
    currency: part.currencyCode,
    amount: part.orNull(part.amount),
    converted: part.flag,
    rate: displayRate,
  },
  'Prix tel que le payeur le voit, dans la devise du service.',
)

/** See docs/money-and-ledger.md#display. */
export const display = part.shape(
  {
    currency: part.currencyCode,
    amount: part.amount,
    fees: part.amount,
    amount_charged: part.amount,
    net_amount: part.optional(part.amount),
    exchange_fee: part.amount,
    fees_under_minimum: part.flag,
    rate: displayRate,
  },
  'Montants tels que le payeur les voit, dans la devise du service.',
)

/** See docs/money-and-ledger.md#prices-and-fees. */
export const exchange = part.orNull(
  part.shape({
    from: part.currencyCode,
    to: part.currencyCode,
    rate: part.rate,
    amount: part.amount,
    fee: part.optional(part.amount),
    fee_currency: part.optional(part.currencyCode),
    fee_payer: part.optional(part.payer),
    margin: part.optional(part.amount),
    margin_currency: part.optional(part.currencyCode),
    margin_percent: part.optional(part.rate),
    margin_payer: part.optional(part.payer),
  }),
)

/** See docs/money-and-ledger.md#prices-and-fees. */
export const fees = part.shape({
  amount: part.amount,
  currency: part.currencyCode,
  payer: part.payer,
  rule: part.shape({
    kind: part.oneOf('percentage', 'fixed'),
    value: part.rate,
    level: part.oneOf('platform', 'service', 'channel', 'terminal'),
    channel: part.textOrNull,
    terminal: part.textOrNull,
  }),
})

/** See docs/payments.md#states. */
export const failure = part.orNull(part.shape({ code: part.text, message: part.text }))
