import Type from 'typebox'
import { fundsStatuses } from '#domain/funds/funds.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import { transferStates } from '#domain/transfers/transfer.ts'
import { display, exchange, failure, fees } from './money.ts'
import {
  amount,
  channel,
  currencyCode,
  flag,
  kind,
  methodType,
  mode,
  type NamedSchema,
  oneOf,
  optional,
  orNull,
  shape,
  staffMember,
  terminal,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

/** See docs/payments.md#transaction; `receipt_token` in the answer of its creation alone. */
export const transaction: NamedSchema = {
  name: 'Transaction',
  schema: shape({
    id: uuid,
    object: kind('transaction'),
    type: oneOf('collection', 'payout'),
    status: oneOf(...transactionStatuses),
    pending_reason: orNull(oneOf('awaiting_provider', 'awaiting_bank_transfer')),
    mode,
    channel,
    reference: text,
    description: textOrNull,
    amount,
    currency: currencyCode,
    fees,
    amount_charged: amount,
    charged_currency: currencyCode,
    net_amount: amount,
    net_currency: currencyCode,
    exchange,
    display,
    customer: shape({ name: textOrNull, email: textOrNull, phone: textOrNull }),
    payment_method: shape({ type: methodType, network: textOrNull, card_last4: textOrNull }),
    next_action: orNull(shape({ type: oneOf('redirect'), url: text })),
    provider: text,
    terminal,
    operator: staffMember,
    payment_link: orNull(shape({ id: uuid, title: textOrNull })),
    failure,
    metadata: Type.Record(Type.String(), Type.String()),
    available: orNull(flag),
    funds: optional(
      orNull(
        shape({
          status: orNull(oneOf(...fundsStatuses)),
          simulated: flag,
        }),
      ),
    ),
    refunded_amount: amount,
    created_at: time,
    completed_at: timeOrNull,
    receipt_token: optional(Type.String({ minLength: 22, maxLength: 22 })),
    payout: orNull(
      shape({
        state: oneOf(...transferStates),
        bank: text,
        account_masked: text,
        bank_reference: textOrNull,
        transfer_on: orNull(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
      }),
    ),
  }),
}

/** See docs/payments.md#receipts. */
export const receipt: NamedSchema = {
  name: 'Receipt',
  schema: shape({
    id: uuid,
    object: kind('receipt'),
    merchant: shape({
      public_name: text,
      service_name: text,
      logo_url: textOrNull,
      address: textOrNull,
      phone: textOrNull,
      email: textOrNull,
    }),
    product: text,
    amount,
    currency: currencyCode,
    fees: amount,
    fees_currency: currencyCode,
    amount_charged: amount,
    charged_currency: currencyCode,
    payment_method: shape({ type: methodType, network: textOrNull, label: text }),
    display,
    customer_details: oneOf('full', 'masked'),
    customer_phone: textOrNull,
    phone_display: textOrNull,
    customer_name: textOrNull,
    customer_email: textOrNull,
    phone_masked: textOrNull,
    channel: shape({ code: text, label: text, display: text }),
    terminal_label: textOrNull,
    operator_name: textOrNull,
    receipt_number: text,
    transaction_id: uuid,
    provider_reference: textOrNull,
    reference: text,
    completed_at: timeOrNull,
    completed_at_local: textOrNull,
    completed_at_text: textOrNull,
    mode,
    verify_url: text,
    invoice_url: textOrNull,
    width: orNull(wholeNumber),
    text: textOrNull,
  }),
}

/** See docs/api.md#keys. */
export const session: NamedSchema = {
  name: 'Session',
  schema: shape({
    id: uuid,
    object: kind('session'),
    key_type: oneOf('secret', 'public', 'terminal', 'session'),
    mode,
    channel,
    service: shape({ id: uuid, name: text, public_name: text, currency: currencyCode }),
    terminal,
    collaborator: staffMember,
  }),
}

/** See docs/money-and-ledger.md#balance. */
export const balance: NamedSchema = {
  name: 'Balance',
  schema: shape({
    id: uuid,
    object: kind('balance'),
    currency: currencyCode,
    available: amount,
    pending: amount,
    pending_confirmation: amount,
    pending_confirmation_count: wholeNumber,
    pending_confirmation_message: text,
    simulated: flag,
    updated_at: time,
  }),
}

/** See docs/api.md#phone-numbers. */
export const phoneNumber: NamedSchema = {
  name: 'PhoneNumber',
  schema: shape({
    id: text,
    object: kind('phone_number'),
    phone: text,
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  }),
}

/** See docs/api.md#payment-methods; the net is not told to payers. */
export const quote: NamedSchema = {
  name: 'Quote',
  schema: shape({
    id: uuid,
    object: kind('quote'),
    type: oneOf('collection', 'payout'),
    mode,
    channel,
    provider: text,
    payment_method: methodType,
    amount,
    currency: currencyCode,
    fees,
    amount_charged: amount,
    charged_currency: currencyCode,
    rounding: amount,
    net_amount: optional(amount),
    net_currency: optional(currencyCode),
    exchange,
    limits: orNull(shape({ min_amount: amount, max_amount: amount, currency: currencyCode })),
    display,
    expires_at: timeOrNull,
    created_at: time,
  }),
}
