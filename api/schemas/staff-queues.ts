import Type from 'typebox'
import { closingVerdicts } from '#domain/closings/closing.ts'
import { refundStatuses } from '#domain/refunds/refund.ts'
import { banks } from '#domain/operators/operators.ts'
import { fundsStatuses } from '#domain/funds/funds.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import { transferStates } from '#domain/transfers/transfer.ts'
import {
  amount,
  currencyCode,
  flag,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  orNull,
  shape,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

/** What the staff's queues look like. */

export const named = shape({ id: uuid, name: text })
export const ownership = { merchant: named, service: named, service_env_id: uuid, mode }

export const queuedTransfer: NamedSchema = {
  name: 'QueuedTransfer',
  schema: shape({
    id: uuid,
    object: kind('bank_transfer'),
    ...ownership,
    reference: text,
    amount,
    currency: currencyCode,
    state: oneOf(...transferStates),
    bank: oneOf(...banks.map(({ code }) => code)),
    bank_name: text,
    holder_name: text,
    account_masked: text,
    needs_approval: flag,
    taken_by: orNull(named),
    approved_by: orNull(named),
    bank_reference: textOrNull,
    transfer_on: textOrNull,
    rejection_reason: textOrNull,
    created_at: time,
    moved_at: time,
    age_seconds: wholeNumber,
    run_url: text,
  }),
}

/** Where the money of a transfer goes; each read of it is in the audit log. */
export const beneficiary: NamedSchema = {
  name: 'Beneficiary',
  schema: shape({
    id: uuid,
    object: kind('beneficiary'),
    bank: text,
    holder_name: text,
    account_number: text,
  }),
}

/** What one of the staff said of how something ended whose operator stays silent. */
export const closing = shape({
  id: uuid,
  verdict: oneOf(...closingVerdicts),
  operator_reference: text,
  reason: text,
  closed_by: orNull(named),
  counted_at: time,
  ended_at: timeOrNull,
  contradicted_at: timeOrNull,
})

export const queuedRefund: NamedSchema = {
  name: 'QueuedRefund',
  schema: shape({
    id: uuid,
    object: kind('refund'),
    ...ownership,
    transaction_id: uuid,
    reference: text,
    amount,
    currency: currencyCode,
    status: oneOf(...refundStatuses),
    reason: textOrNull,
    origin: oneOf('merchant', 'service', 'dispute'),
    provider: text,
    provider_reference: textOrNull,
    requested_by: orNull(named),
    approvals_needed: wholeNumber,
    approved_by: orNull(named),
    second_approved_by: orNull(named),
    failure: orNull(shape({ code: text, message: text })),
    attention_at: timeOrNull,
    closings: Type.Array(closing),
    created_at: time,
    completed_at: timeOrNull,
    age_seconds: wholeNumber,
    run_url: text,
  }),
}

const waitingMoney = {
  id: uuid,
  ...ownership,
  reference: text,
  amount,
  currency: currencyCode,
  provider: text,
  provider_reference: textOrNull,
  status: oneOf(...transactionStatuses),
  waits_since: time,
  age_seconds: wholeNumber,
  run_url: text,
}

export const queuedFunds: NamedSchema = {
  name: 'QueuedFunds',
  schema: shape({
    ...waitingMoney,
    object: kind('funds'),
    funds_status: oneOf(...fundsStatuses),
  }),
}

export const lateOutcome: NamedSchema = {
  name: 'LateOutcome',
  schema: shape({
    ...waitingMoney,
    object: kind('late_outcome'),
    refund: orNull(shape({ id: uuid, status: oneOf(...refundStatuses) })),
  }),
}
