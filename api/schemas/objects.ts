import Type from 'typebox'
import { fundsStatuses } from '#domain/funds/funds.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import { transferStates } from '#domain/transfers/transfer.ts'
import { display, exchange, failure, fees } from './money.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** See docs/payments.md#transaction; `receipt_token` in the answer of its creation alone. */
export const transaction: NamedSchema = {
  name: 'Transaction',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('transaction'),
    type: part.oneOf('collection', 'payout'),
    status: part.oneOf(...transactionStatuses),
    pending_reason: part.orNull(part.oneOf('awaiting_provider', 'awaiting_bank_transfer')),
    mode: part.mode,
    channel: part.channel,
    reference: part.text,
    description: part.textOrNull,
    amount: part.amount,
    currency: part.currencyCode,
    fees,
    amount_charged: part.amount,
    charged_currency: part.currencyCode,
    net_amount: part.amount,
    net_currency: part.currencyCode,
    exchange,
    display,
    customer: part.shape({ name: part.textOrNull, email: part.textOrNull, phone: part.textOrNull }),
    payment_method: part.shape({
      type: part.methodType,
      network: part.textOrNull,
      card_last4: part.textOrNull,
    }),
    next_action: part.orNull(part.shape({ type: part.oneOf('redirect'), url: part.text })),
    provider: part.text,
    terminal: part.terminal,
    operator: part.staffMember,
    payment_link: part.orNull(part.shape({ id: part.uuid, title: part.textOrNull })),
    failure,
    metadata: Type.Record(Type.String(), Type.String()),
    available: part.orNull(part.flag),
    funds: part.optional(
      part.orNull(
        part.shape({
          status: part.orNull(part.oneOf(...fundsStatuses)),
          simulated: part.flag,
        }),
      ),
    ),
    refunded_amount: part.amount,
    created_at: part.time,
    completed_at: part.timeOrNull,
    receipt_token: part.optional(Type.String({ minLength: 22, maxLength: 22 })),
    payout: part.orNull(
      part.shape({
        state: part.oneOf(...transferStates),
        bank: part.text,
        account_masked: part.text,
        bank_reference: part.textOrNull,
        transfer_on: part.orNull(Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` })),
      }),
    ),
  }),
}

/** See docs/payments.md#receipts. */
export const receipt: NamedSchema = {
  name: 'Receipt',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('receipt'),
    merchant: part.shape({
      public_name: part.text,
      service_name: part.text,
      logo_url: part.textOrNull,
      address: part.textOrNull,
      phone: part.textOrNull,
      email: part.textOrNull,
    }),
    product: part.text,
    amount: part.amount,
    currency: part.currencyCode,
    fees: part.amount,
    fees_currency: part.currencyCode,
    amount_charged: part.amount,
    charged_currency: part.currencyCode,
    payment_method: part.shape({
      type: part.methodType,
      network: part.textOrNull,
      label: part.text,
    }),
    display,
    customer_details: part.oneOf('full', 'masked'),
    customer_phone: part.textOrNull,
    phone_display: part.textOrNull,
    customer_name: part.textOrNull,
    customer_email: part.textOrNull,
    phone_masked: part.textOrNull,
    channel: part.shape({ code: part.text, label: part.text, display: part.text }),
    terminal_label: part.textOrNull,
    operator_name: part.textOrNull,
    receipt_number: part.text,
    transaction_id: part.uuid,
    provider_reference: part.textOrNull,
    reference: part.text,
    completed_at: part.timeOrNull,
    completed_at_local: part.textOrNull,
    completed_at_text: part.textOrNull,
    mode: part.mode,
    verify_url: part.text,
    invoice_url: part.textOrNull,
    width: part.orNull(part.wholeNumber),
    text: part.textOrNull,
  }),
}

/** See docs/api.md#keys. */
export const session: NamedSchema = {
  name: 'Session',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('session'),
    key_type: part.oneOf('secret', 'public', 'terminal', 'session'),
    mode: part.mode,
    channel: part.channel,
    service: part.shape({
      id: part.uuid,
      name: part.text,
      public_name: part.text,
      currency: part.currencyCode,
    }),
    terminal: part.terminal,
    collaborator: part.staffMember,
  }),
}

/** See docs/money-and-ledger.md#balance. */
export const balance: NamedSchema = {
  name: 'Balance',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('balance'),
    currency: part.currencyCode,
    available: part.amount,
    pending: part.amount,
    pending_confirmation: part.amount,
    pending_confirmation_count: part.wholeNumber,
    pending_confirmation_message: part.text,
    simulated: part.flag,
    updated_at: part.time,
  }),
}

/** See docs/api.md#phone-numbers. */
export const phoneNumber: NamedSchema = {
  name: 'PhoneNumber',
  schema: part.shape({
    id: part.text,
    object: part.kind('phone_number'),
    phone: part.text,
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
  }),
}

/** See docs/api.md#payment-methods; the net is not told to payers. */
export const quote: NamedSchema = {
  name: 'Quote',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('quote'),
    type: part.oneOf('collection', 'payout'),
    mode: part.mode,
    channel: part.channel,
    provider: part.text,
    payment_method: part.methodType,
    amount: part.amount,
    currency: part.currencyCode,
    fees,
    amount_charged: part.amount,
    charged_currency: part.currencyCode,
    rounding: part.amount,
    net_amount: part.optional(part.amount),
    net_currency: part.optional(part.currencyCode),
    exchange,
    limits: part.orNull(
      part.shape({ min_amount: part.amount, max_amount: part.amount, currency: part.currencyCode }),
    ),
    display,
    expires_at: part.timeOrNull,
    created_at: part.time,
  }),
}
