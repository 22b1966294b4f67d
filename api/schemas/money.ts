import { failureCodes } from '#domain/errors/errors.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

/** See docs/money-and-ledger.md#display. */
const displayRate = part.named(
  'DisplayRate',
  part.shape({
    value: said(part.rate, '1 XOF in the displayed currency.', 1),
    per_unit: said(part.rate, '1 unit of the displayed currency in XOF.', 1),
    at: said(part.timeOrNull, 'When the rate was set; null for a fixed one.', null),
    source: said(
      part.oneOf('origin', 'fixed', 'transaction', 'history', 'approx'),
      'Where it comes from: `origin` no conversion, `fixed` a fixed parity, `transaction` the rate at payment time, `history` or `approx` the rate of an earlier payment.',
      'fixed',
    ),
  }),
  'Rate by which amounts are displayed.',
)

/** See docs/money-and-ledger.md#display. */
export const linkDisplay = part.named(
  'LinkDisplay',
  part.shape({
    currency: said(part.currencyCode, 'The service’s currency.', 'XOF'),
    amount: said(
      part.orNull(part.amount),
      'Price in this currency; null if the payer chooses it.',
      5000,
    ),
    converted: said(part.flag, 'True when the price is in another currency.', false),
    rate: displayRate,
  }),
  'The price as the payer sees it, in the service’s currency.',
)

/** See docs/money-and-ledger.md#display. */
export const display = part.named(
  'Display',
  part.shape({
    currency: said(part.currencyCode, 'The service’s currency at payment time.', 'XOF'),
    amount: said(part.amount, 'Price.', 1000),
    fees: said(part.amount, 'Fees that the payer bears.', 20),
    amount_charged: said(part.amount, 'Total: exactly `amount` plus `fees`.', 1020),
    net_amount: part.optional(
      said(
        part.amount,
        'What the merchant receives; left out if payers may read the answer.',
        1000,
      ),
    ),
    exchange_fee: said(part.amount, 'Part of `fees` that is an exchange fee.', 0),
    fees_under_minimum: said(
      part.flag,
      'True when there are fees on top of `amount`, but below the smallest unit of the currency: `fees` is then 0. The customer bears them, or for a payout the merchant.',
      false,
    ),
    rate: displayRate,
  }),
  'Amounts as the payer sees them, in the service’s currency. Fixed at creation; the operator charges in its own currency.',
)

/** See docs/money-and-ledger.md#prices-and-fees. */
export const exchange = part.orNull(
  part.named(
    'Exchange',
    part.shape({
      from: said(part.currencyCode, 'Currency of the price.', 'EUR'),
      to: said(part.currencyCode, 'Currency that is charged.', 'XOF'),
      rate: said(part.rate, '1 unit of `from` in `to`.', 655.957),
      amount: said(part.amount, 'The price in `to`.', 6559.57),
      fee: part.optional(said(part.amount, 'Exchange fee, if there is one.', 66)),
      fee_currency: part.optional(said(part.currencyCode, 'Currency of `fee`.', 'XOF')),
      fee_payer: part.optional(said(part.payer, 'Who bears `fee`.', 'customer')),
      margin: part.optional(
        said(part.amount, 'Exchange margin; shown only to the merchant’s own keys.', 131),
      ),
      margin_currency: part.optional(said(part.currencyCode, 'Currency of `margin`.', 'XOF')),
      margin_percent: part.optional(said(part.rate, 'Margin as a percentage.', 2)),
      margin_payer: part.optional(said(part.payer, 'Who bears `margin`.', 'customer')),
    }),
    'The conversion between the price and what is charged.',
  ),
)

/** See docs/money-and-ledger.md#prices-and-fees. */
export const fees = part.named(
  'Fees',
  part.shape({
    amount: said(part.amount, 'The fee.', 20),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    payer: said(part.payer, 'Who bears it.', 'customer'),
    rule: said(
      part.named(
        'FeeRule',
        part.shape({
          kind: said(part.feeKind, 'Percentage or fixed amount.', 'percentage'),
          value: said(part.rate, 'The percentage, or the amount.', 2),
          level: said(
            part.oneOf('platform', 'service', 'channel', 'terminal'),
            'Whose rule it is: the most specific one applies.',
            'platform',
          ),
          channel: said(part.textOrNull, 'Channel that the rule applies to.', null),
          terminal: said(part.textOrNull, 'Terminal that the rule applies to.', null),
        }),
        'The rule by which a fee was worked out.',
      ),
      'The rule that determined it.',
    ),
  }),
  'Fee of a payment, who bears it and by which rule.',
)

/** See docs/payments.md#states. */
export const failure = part.orNull(
  part.named(
    'Failure',
    part.shape({
      code: said(
        part.named(
          'FailureCode',
          part.oneOf(...Object.keys(failureCodes)),
          'Why a payment failed or expired. New codes may join.',
        ),
        'Stable code for use in programs.',
        'insufficient_funds',
      ),
      message: said(
        part.text,
        'A sentence to be shown as it is: in French, or in English with `Accept-Language: en`.',
        'Le solde du compte du payeur est insuffisant.',
      ),
    }),
    'Why a payment failed or expired.',
  ),
)
