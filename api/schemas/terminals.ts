import Type from 'typebox'
import { tillTextLengthMax } from '#domain/cash-sessions/cash-session.ts'
import { deviceTextLengthMax, terminalNameLengthMax } from '#domain/terminals/terminal.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

const terminalStatus = part.named(
  'TerminalStatus',
  part.oneOf('pending_activation', 'active', 'disabled'),
  '`pending_activation` has no key yet; `active` collects; `disabled` opens nothing.',
)

const deviceText = part.orNull(part.textUpTo(deviceTextLengthMax))

/** A terminal; `activation_code` only if one was just created, `key` only in the answer to its activation. */
export const terminal = part.kindOf('Terminal', 'A payment terminal or a cash desk.', {
  id: said(part.uuid, 'Id of the terminal.', '0197a3c2-2f60-7a11-8d52-7b1c9e4f0d21'),
  object: part.kind('terminal'),
  mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
  type: said(
    part.oneOf('pos', 'shop'),
    '`pos` is a device, `shop` a cash desk. It cannot be changed.',
    'pos',
  ),
  label: said(part.textUpTo(terminalNameLengthMax), 'Its label.', 'Caisse 1'),
  point_of_sale: said(part.pointOfSale, 'Where it is; null if not set.', null),
  status: said(terminalStatus, 'State of the terminal.', 'active'),
  activation_code: part.optional(
    said(
      part.like('^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$'),
      'Code to type on the device. Only in the answer that created it.',
      'K7QM-2XPD-0FWA',
    ),
  ),
  activation_expires_at: said(part.timeOrNull, 'Until when the code is valid, in UTC.', null),
  key: part.optional(
    said(
      part.keyLike('tk_(live|test)_'),
      'Its key. Only in the answer to the activation.',
      'tk_test_f58795d75e90ce723f3716be882cf988bc0e2bfa57801862',
    ),
  ),
  key_last4: said(part.keyEnd, 'Last four characters of its key.', '1862'),
  serial_number: said(deviceText, 'Serial number of the device.', 'SN-0042'),
  device_type: said(deviceText, 'Model of the device.', 'Sunmi P2'),
  app_version: said(deviceText, 'Version of its software.', '1.4.0'),
  last_seen_at: said(part.timeOrNull, 'Last call of its key, in UTC.', null),
  fees_rule: said(
    part.orNull(
      part.named(
        'TerminalFeesRule',
        part.shape({
          kind: said(part.feeKind, 'Percentage or fixed amount.', 'percentage'),
          value: said(part.amount, 'The percentage, or the amount.', 1.5),
          payer: said(part.payer, 'Who bears it.', 'merchant'),
        }),
        'A tariff of a terminal’s own.',
      ),
    ),
    'Its own tariff; null if the service’s applies.',
    null,
  ),
  created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
  updated_at: said(part.time, 'When it was last changed, in UTC.', '2026-11-22T09:30:00Z'),
})

export const deletedTerminal = part.kindOf('DeletedTerminal', 'A terminal that is gone.', {
  id: said(part.uuid, 'Its former id.', '0197a3c2-2f60-7a11-8d52-7b1c9e4f0d21'),
  object: part.kind('terminal'),
  deleted: said(Type.Literal(true), 'Always true.', true),
})

const counts = {
  refunds_count: said(part.wholeNumber, 'Refunds of the session’s sales.', 0),
  refunds_amount: said(part.amount, 'Amount refunded.', 0),
  taken_back_count: said(
    part.wholeNumber,
    'Sales counted here that their operator took back since: the payer has the money.',
    0,
  ),
  taken_back_amount: said(part.amount, 'What payers were debited for those.', 0),
  pending_count: said(part.wholeNumber, 'Sales that have not ended yet.', 0),
}

const byProvider = part.named(
  'CashSessionProviderTotals',
  part.shape({
    provider: said(part.provider, 'The operator.', 'mtn-benin'),
    count: said(part.wholeNumber, 'Successful sales.', 3),
    amount: said(part.amount, 'What payers were debited.', 3060),
    fees_amount: said(part.amount, 'Fees in it.', 60),
    ...counts,
  }),
  'Totals of a session with one operator.',
)

const totals = part.named(
  'CashSessionTotals',
  part.shape({
    collections_count: said(part.wholeNumber, 'Successful sales.', 3),
    collections_amount: said(part.amount, 'What payers were debited.', 3060),
    fees_amount: said(part.amount, 'Fees in it.', 60),
    ...counts,
    by_provider: said(Type.Array(byProvider), 'The same totals for each operator.', []),
  }),
  'Successful sales of a session, in amounts debited from payers.',
)

/** A cashier's session at a terminal; only the answer that creates it contains `token`. */
export const cashSession = part.kindOf('CashSession', 'A cashier’s turn at a terminal.', {
  id: said(part.uuid, 'Id of the session.', '0197a3c2-6666-7d44-8f0a-3c9e1b7d2a10'),
  object: part.kind('cash_session'),
  mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
  terminal: said(
    part.named(
      'CashSessionTerminal',
      part.shape({
        id: said(part.uuid, 'Id of the terminal.', '0197a3c2-2f60-7a11-8d52-7b1c9e4f0d21'),
        label: said(part.textUpTo(terminalNameLengthMax), 'Its label.', 'Caisse 1'),
        point_of_sale: said(part.pointOfSale, 'Where it is; null if not set.', null),
      }),
      'The terminal of a session.',
    ),
    'Its terminal.',
  ),
  operator: said(
    part.named(
      'Cashier',
      part.shape({
        id: said(part.uuid, 'Id of the cashier.', '0197a3c2-31aa-7be0-a3f4-6d2e8c5b9f10'),
        name: said(part.text, 'Name of the cashier.', 'Koffi Mensah'),
      }),
      'The cashier at the cash desk.',
    ),
    'The cashier at the cash desk.',
  ),
  status: said(
    part.oneOf('open', 'closed', 'expired'),
    '`open` until it is closed or its time is over.',
    'open',
  ),
  token: part.optional(
    said(
      part.keyLike('ts_'),
      'Session token to collect with. Only in the answer that opened the session.',
      'ts_f58795d75e90ce723f3716be882cf988bc0e2bfa57801862',
    ),
  ),
  channel: said(part.oneOf('pos', 'shop'), 'Channel of its sales.', 'shop'),
  opened_at: said(part.time, 'When it was opened, in UTC.', '2026-11-22T07:00:00Z'),
  expires_at: said(part.time, 'When it ends by itself, in UTC.', '2026-11-22T15:00:00Z'),
  closed_at: said(part.timeOrNull, 'When it was closed, in UTC.', null),
  closed_by: said(
    part.orNull(part.oneOf('secret', 'terminal', 'portal')),
    'How it was closed.',
    null,
  ),
  currency: said(part.currencyCode, 'Currency of the amounts.', 'XOF'),
  opening_float: said(part.amount, 'Cash in the drawer at the opening.', 10000),
  counted_cash: said(part.orNull(part.amount), 'Cash counted at the closing.', null),
  expected_cash: said(part.amount, 'Cash that should be in the drawer.', 10000),
  difference: said(part.orNull(part.amount), 'Counted cash minus expected cash.', null),
  totals: said(totals, 'Its sales so far.'),
  note: said(part.orNull(part.textUpTo(tillTextLengthMax)), 'Note of the cashier.', null),
  width: said(
    part.orNull(Type.Integer({ enum: [32, 48] })),
    'Columns of `z_report`; null without it.',
    null,
  ),
  z_report: said(part.textOrNull, 'Report of the cash desk for a printer.', null),
})
