import Type from 'typebox'
import {
  amount,
  currencyCode,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  optional,
  orNull,
  payer,
  pointOfSale,
  shape,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

/** A terminal; `activation_code` where one was just made, `key` in the answer of its activation alone. */
export const terminal: NamedSchema = {
  name: 'Terminal',
  schema: shape({
    id: uuid,
    object: kind('terminal'),
    mode,
    type: oneOf('pos', 'shop'),
    label: text,
    point_of_sale: pointOfSale,
    status: oneOf('pending_activation', 'active', 'disabled'),
    activation_code: optional(text),
    activation_expires_at: timeOrNull,
    key: optional(text),
    key_last4: textOrNull,
    serial_number: textOrNull,
    device_type: textOrNull,
    app_version: textOrNull,
    last_seen_at: timeOrNull,
    fees_rule: orNull(shape({ kind: oneOf('percentage', 'fixed'), value: amount, payer })),
    created_at: time,
    updated_at: time,
  }),
}

export const deletedTerminal: NamedSchema = {
  name: 'DeletedTerminal',
  schema: shape({ id: uuid, object: kind('terminal'), deleted: Type.Literal(true) }),
}

const totals = {
  refunds_count: wholeNumber,
  refunds_amount: amount,
  pending_count: wholeNumber,
}

/** A cashier's turn at a terminal; `token` in the answer of its creation alone. */
export const cashSession: NamedSchema = {
  name: 'CashSession',
  schema: shape({
    id: uuid,
    object: kind('cash_session'),
    mode,
    terminal: shape({ id: uuid, label: text, point_of_sale: pointOfSale }),
    operator: shape({ id: uuid, name: text }),
    status: oneOf('open', 'closed', 'expired'),
    token: optional(text),
    channel: oneOf('pos', 'shop'),
    opened_at: time,
    expires_at: time,
    closed_at: timeOrNull,
    closed_by: orNull(oneOf('secret', 'terminal', 'portal')),
    currency: currencyCode,
    opening_float: amount,
    counted_cash: orNull(amount),
    expected_cash: amount,
    difference: orNull(amount),
    totals: shape(
      {
        collections_count: wholeNumber,
        collections_amount: amount,
        fees_amount: amount,
        ...totals,
        by_provider: Type.Array(
          shape({ provider: text, count: wholeNumber, amount, fees_amount: amount, ...totals }),
        ),
      },
      'Encaissements réussis de la session, montants débités aux payeurs.',
    ),
    note: textOrNull,
    width: orNull(wholeNumber),
    z_report: textOrNull,
  }),
}
