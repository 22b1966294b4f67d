import Type from 'typebox'
import { display, exchange, fees } from './money.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

export { receipt } from './receipt.ts'
export { transaction } from './transaction.ts'

/** See docs/api.md#keys. */
export const session = part.kindOf('Session', 'Who calls: what the key is and whose.', {
  id: said(part.uuid, 'Id of the key.', '0197a3c2-1111-7d44-8f0a-3c9e1b7d2a10'),
  object: part.kind('session'),
  key_type: said(
    part.oneOf('secret', 'public', 'terminal', 'session'),
    'Kind of the key.',
    'secret',
  ),
  mode: said(part.mode, 'Mode of the key.', 'sandbox'),
  channel: said(part.channel, 'Channel of the payments it requests.', 'api'),
  service: said(
    part.named(
      'ServiceReference',
      part.shape({
        id: said(part.uuid, 'Id of the service.', '0197a3c2-2222-7d44-8f0a-3c9e1b7d2a10'),
        name: said(part.text, 'Its name in the portal.', 'Boutique en ligne'),
        public_name: said(part.text, 'Its name for payers.', 'Chez Awa'),
        currency: said(part.currencyCode, 'Currency that its payers see.', 'XOF'),
      }),
      'The service that a key belongs to.',
    ),
    'The service that the key belongs to.',
  ),
  terminal: said(part.terminal, 'Terminal of a terminal key or session token.', null),
  collaborator: said(part.staffMember, 'Cashier of a session token.', null),
})

/** See docs/money-and-ledger.md#balance. */
export const balance = part.kindOf('Balance', 'What the service has in the key’s mode, in XOF.', {
  id: said(part.uuid, 'Id of the service in this mode.', '0197a3c2-3333-7d44-8f0a-3c9e1b7d2a10'),
  object: part.kind('balance'),
  currency: said(part.currencyCode, 'Currency of the amounts.', 'XOF'),
  available: said(part.amount, 'Can be withdrawn now.', 125000),
  pending: said(part.amount, 'Collected and being made available.', 18000),
  pending_confirmation: said(part.amount, 'Awaits confirmation of receipt.', 0),
  pending_confirmation_count: said(part.wholeNumber, 'Payments that await confirmation.', 0),
  pending_confirmation_message: said(
    part.text,
    'A French sentence about it, to be shown as it is.',
    'Aucun paiement n’attend la confirmation de réception des fonds.',
  ),
  simulated: said(part.flag, 'True in sandbox, where nothing is withheld.', true),
  updated_at: said(part.time, 'When it was computed, in UTC.', '2026-11-22T09:30:00Z'),
})

/** See docs/api.md#phone-numbers. */
export const phoneNumber = part.kindOf('PhoneNumber', 'A phone number that was found valid.', {
  id: said(part.text, 'The number.', '2290190000000'),
  object: part.kind('phone_number'),
  phone: said(
    Type.String({ pattern: '^[0-9]{6,15}$' }),
    'International format without `+`.',
    '2290190000000',
  ),
  country: said(part.countryCode, 'Its country (ISO 3166-1).', 'BJ'),
})

/** See docs/api.md#payment-methods; payers do not see the net. */
export const quote = part.kindOf('Quote', 'What a payment would cost and bring at this moment.', {
  id: said(
    part.uuid,
    'Id of the quote. If the quote was requested with `Service-Version: 2.6.0`, one payment may name it as `quote_id`.',
    '0197a3c2-4444-7d44-8f0a-3c9e1b7d2a10',
  ),
  object: part.kind('quote'),
  type: said(part.oneOf('collection', 'payout'), 'Collection or payout.', 'collection'),
  mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
  channel: said(part.channel, 'Channel that the price is for.', 'api'),
  provider: said(part.provider, 'The operator, also if it was chosen by `auto`.', 'mtn-benin'),
  payment_method: said(part.methodType, 'How it would be paid.', 'mobile_money'),
  amount: said(part.amount, 'The price.', 1000),
  currency: said(part.currencyCode, 'Its currency.', 'XOF'),
  fees: said(fees, 'The fee and its rule.'),
  amount_charged: said(part.amount, 'Total that would be debited.', 1020),
  charged_currency: said(part.currencyCode, 'The operator’s currency.', 'XOF'),
  rounding: said(part.amount, 'What rounding adds to the total.', 0),
  net_amount: part.optional(
    said(part.amount, 'What you would receive; left out on routes that need no key.', 1000),
  ),
  net_currency: part.optional(said(part.currencyCode, 'Currency of the balance.', 'XOF')),
  exchange: said(exchange, 'The conversion; null if there is none.', null),
  limits: said(
    part.orNull(
      part.named(
        'AmountLimits',
        part.shape({
          min_amount: said(part.amount, 'Smallest amount.', 100),
          max_amount: said(part.amount, 'Largest amount.', 2000000),
          currency: said(part.currencyCode, 'Their currency.', 'XOF'),
        }),
        'Limits of an operator.',
      ),
    ),
    'Limits of the operator, if there are any.',
    null,
  ),
  display: said(display, 'Amounts as the payer would see them.'),
  expires_at: said(
    part.timeOrNull,
    'Until when it is binding; null without `Service-Version: 2.6.0`, when it is not binding.',
    null,
  ),
  created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
})
