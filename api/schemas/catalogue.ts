import Type from 'typebox'
import { said } from './parts.ts'
import * as part from './parts.ts'

const feesPreview = part.named(
  'FeesPreview',
  part.shape({
    kind: said(part.feeKind, 'Percentage or fixed amount.', 'percentage'),
    value: said(part.rate, 'The percentage, or the amount.', 2),
    payer: said(part.payer, 'Who bears it.', 'customer'),
  }),
  'General commission of an operator; a quote gives the exact total.',
)

const phoneShape = part.named(
  'ExpectedPhone',
  part.shape({
    length: said(part.wholeNumber, 'Digits of the national number.', 10),
    prefix_length: said(part.wholeNumber, 'Digits of a prefix.', 4),
    prefixes: said(
      Type.Array(part.digits),
      'Prefixes of the operator’s numbers; empty if any number is accepted.',
      ['0190'],
    ),
    country_code: said(part.digits, 'Calling code to put in front of the number.', '229'),
  }),
  'The number that an operator expects.',
)

/** See docs/api.md#payment-methods. */
export const paymentMethod = part.kindOf(
  'PaymentMethod',
  'A payment method that is open to the service and channel. An amount equal to a limit is accepted.',
  {
    id: said(part.text, 'Code of the operator.', 'mtn-benin'),
    object: part.kind('payment_method'),
    provider: said(part.provider, 'Code to send as `provider`.', 'mtn-benin'),
    name: said(part.text, 'Name to show.', 'MTN Mobile Money'),
    type: said(part.methodType, 'How it debits the payer.', 'mobile_money'),
    network: said(part.textOrNull, 'Network; null for a card.', 'mtn'),
    country: said(part.countryCode, 'Country (ISO 3166-1).', 'BJ'),
    currency: said(part.currencyCode, 'Currency of the operator.', 'XOF'),
    decimals: said(part.wholeNumber, 'Decimals of that currency.', 0),
    currencies: said(Type.Array(part.currencyCode), 'Currencies that a price may be in.', ['XOF']),
    min_amount: said(part.amount, 'Smallest amount, in `currency`.', 100),
    max_amount: said(part.amount, 'Largest amount, in `currency`.', 2000000),
    display_currency: said(part.currencyCode, 'The service’s currency.', 'XOF'),
    display_min_amount: said(part.amount, 'Smallest amount in it, rounded up.', 100),
    display_max_amount: said(part.amount, 'Largest amount in it, rounded down.', 2000000),
    fees_preview: said(feesPreview, 'The operator’s general commission.'),
    phone: said(part.orNull(phoneShape), 'The number it expects; null for a card.'),
    logo_url: said(part.url, 'Logo.', 'https://pay.example/assets/mtn-benin.svg'),
  },
)

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const currency = part.kindOf('Currency', 'A currency that prices may be in.', {
  id: said(part.currencyCode, 'ISO 4217 code.', 'XOF'),
  object: part.kind('currency'),
  code: said(part.currencyCode, 'ISO 4217 code.', 'XOF'),
  numeric_code: said(Type.String({ pattern: '^[0-9]{3}$' }), 'ISO 4217 number.', '952'),
  name: said(part.text, 'French name.', 'Franc CFA (BCEAO)'),
  symbol: said(part.text, 'Symbol.', 'F CFA'),
  decimals: said(part.wholeNumber, 'Decimals of an amount in it.', 0),
  rounding_step: said(part.orNull(part.amount), 'What totals are rounded to.', 5),
  regime: said(
    part.oneOf('pivot', 'fixed', 'floating'),
    '`pivot` is the currency of balances, `fixed` has a fixed parity, `floating` a rate.',
    'pivot',
  ),
  parity: said(
    part.orNull(
      part.named(
        'Parity',
        part.shape({
          currency: said(part.currencyCode, 'The other currency.', 'EUR'),
          value: said(part.rate, 'What one unit of it is.', 655.957),
        }),
        'A fixed parity.',
      ),
    ),
    'Its fixed parity, if it has one.',
    null,
  ),
  active: said(part.flag, 'Whether prices may be in it now.', true),
})

/** See docs/money-and-ledger.md#currencies-and-rates. */
export const exchangeRate = part.kindOf(
  'ExchangeRate',
  'The current rate between two currencies.',
  {
    id: said(part.text, 'Both codes.', 'EUR-XOF'),
    object: part.kind('exchange_rate'),
    from: said(part.currencyCode, 'From this currency.', 'EUR'),
    to: said(part.currencyCode, 'To this one.', 'XOF'),
    rate: said(part.rate, '1 unit of `from` in `to`.', 655.957),
    inverse_rate: said(part.rate, '1 unit of `to` in `from`.', 0.00152449),
    regime: said(part.oneOf('identity', 'fixed', 'floating'), 'What kind of rate it is.', 'fixed'),
    source: said(part.textOrNull, 'Who published it.', null),
    margin_percent: part.optional(
      said(part.rate, 'The service’s margin; left out if payers may read the answer.', 0),
    ),
    at: said(part.timeOrNull, 'When it was published, in UTC.', null),
    expires_at: said(part.timeOrNull, 'Until when it is valid, in UTC.', null),
  },
)
