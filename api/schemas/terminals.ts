import Type from 'typebox'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** A terminal; `activation_code` where one was just made, `key` in the answer of its activation alone. */
export const terminal: NamedSchema = {
  name: 'Terminal',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('terminal'),
    mode: part.mode,
    type: part.oneOf('pos', 'shop'),
    label: part.text,
    point_of_sale: part.pointOfSale,
    status: part.oneOf('pending_activation', 'active', 'disabled'),
    activation_code: part.optional(part.text),
    activation_expires_at: part.timeOrNull,
    key: part.optional(part.text),
    key_last4: part.textOrNull,
    serial_number: part.textOrNull,
    device_type: part.textOrNull,
    app_version: part.textOrNull,
    last_seen_at: part.timeOrNull,
    fees_rule: part.orNull(
      part.shape({
        kind: part.oneOf('percentage', 'fixed'),
        value: part.amount,
        payer: part.payer,
      }),
    ),
    created_at: part.time,
    updated_at: part.time,
  }),
}

export const deletedTerminal: NamedSchema = {
  name: 'DeletedTerminal',
  schema: part.shape({ id: part.uuid, object: part.kind('terminal'), deleted: Type.Literal(true) }),
}

const totals = {
  refunds_count: part.wholeNumber,
  refunds_amount: part.amount,
  pending_count: part.wholeNumber,
}

/** A cashier's turn at a terminal; `token` in the answer of its creation alone. */
export const cashSession: NamedSchema = {
  name: 'CashSession',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('cash_session'),
    mode: part.mode,
    terminal: part.shape({ id: part.uuid, label: part.text, point_of_sale: part.pointOfSale }),
    operator: part.shape({ id: part.uuid, name: part.text }),
    status: part.oneOf('open', 'closed', 'expired'),
    token: part.optional(part.text),
    channel: part.oneOf('pos', 'shop'),
    opened_at: part.time,
    expires_at: part.time,
    closed_at: part.timeOrNull,
    closed_by: part.orNull(part.oneOf('secret', 'terminal', 'portal')),
    currency: part.currencyCode,
    opening_float: part.amount,
    counted_cash: part.orNull(part.amount),
    expected_cash: part.amount,
    difference: part.orNull(part.amount),
    totals: part.shape(
      {
        collections_count: part.wholeNumber,
        collections_amount: part.amount,
        fees_amount: part.amount,
        ...totals,
        by_provider: Type.Array(
          part.shape({
            provider: part.text,
            count: part.wholeNumber,
            amount: part.amount,
            fees_amount: part.amount,
            ...totals,
          }),
        ),
      },
      'Encaissements réussis de la session, montants débités aux payeurs.',
    ),
    note: part.textOrNull,
    width: part.orNull(part.wholeNumber),
    z_report: part.textOrNull,
  }),
}
