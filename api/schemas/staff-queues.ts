import { refundStatuses } from '#domain/refunds/refund.ts'
import { closingVerdicts } from '#domain/closings/closing.ts'
import { banks } from '#domain/operators/operators.ts'
import { fundsStatuses } from '#domain/funds/funds.ts'
import { fundsRuleKinds } from '#domain/funds/rules.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import { transferStates } from '#domain/transfers/transfer.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** Schemas of the staff's queues. */

export const named = part.shape({ id: part.uuid, name: part.text })
export const ownership = {
  merchant: named,
  service: named,
  service_env_id: part.uuid,
  mode: part.mode,
}

export const queuedTransfer: NamedSchema = {
  name: 'QueuedTransfer',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('bank_transfer'),
    ...ownership,
    reference: part.text,
    amount: part.amount,
    currency: part.currencyCode,
    state: part.oneOf(...transferStates),
    bank: part.oneOf(...banks.map(({ code }) => code)),
    bank_name: part.text,
    holder_name: part.text,
    // What the merchant calls the account; no bank knows that name.
    own_name: part.textOrNull,
    account_masked: part.text,
    needs_approval: part.flag,
    taken_by: part.orNull(named),
    approved_by: part.orNull(named),
    // Above what one person may release: the first of two who say that it cannot be made.
    rejected_by: part.orNull(named),
    bank_reference: part.textOrNull,
    transfer_on: part.textOrNull,
    rejection_reason: part.textOrNull,
    returned_at: part.orNull(part.time),
    created_at: part.time,
    moved_at: part.time,
    age_seconds: part.wholeNumber,
    run_url: part.text,
  }),
}

/** The beneficiary of a transfer; each read is written to the audit log. */
export const beneficiary: NamedSchema = {
  name: 'Beneficiary',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('beneficiary'),
    bank: part.text,
    holder_name: part.text,
    account_number: part.text,
  }),
}

/** A staff verdict on how a payment ended whose operator does not answer. */
export const closing = part.shape({
  id: part.uuid,
  verdict: part.oneOf(...closingVerdicts),
  operator_reference: part.text,
  reason: part.text,
  closed_by: part.orNull(named),
  counted_at: part.time,
  ended_at: part.timeOrNull,
  contradicted_at: part.timeOrNull,
})

/** What contradicts how a payout or refund ended in our books. */
export const contradiction = part.shape({
  ended_as: part.oneOf(...closingVerdicts),
  source: part.oneOf('verdict', 'answer', 'statement'),
  at: part.time,
  is_settled: part.flag,
  // When its operator said again what our books say, if that is its last word.
  retracted_at: part.timeOrNull,
})

const waitingMoney = {
  id: part.uuid,
  ...ownership,
  reference: part.text,
  amount: part.amount,
  currency: part.currencyCode,
  provider: part.text,
  provider_reference: part.textOrNull,
  status: part.oneOf(...transactionStatuses),
  waits_since: part.time,
  age_seconds: part.wholeNumber,
  run_url: part.text,
}

export const fundsRule: NamedSchema = {
  name: 'FundsRule',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('funds_rule'),
    kind: part.oneOf(...fundsRuleKinds),
    merchant: part.orNull(named),
    amount: part.orNull(part.amount),
    days: part.orNull(part.wholeNumber),
    provider: part.textOrNull,
    reason: part.text,
    made_by: part.orNull(named),
    made_at: part.time,
    ended_by: part.orNull(named),
    ended_at: part.timeOrNull,
  }),
}

export const queuedFunds: NamedSchema = {
  name: 'QueuedFunds',
  schema: part.shape({
    ...waitingMoney,
    object: part.kind('funds'),
    funds_status: part.oneOf(...fundsStatuses),
  }),
}

export const lateOutcome: NamedSchema = {
  name: 'LateOutcome',
  schema: part.shape({
    ...waitingMoney,
    object: part.kind('late_outcome'),
    refund: part.orNull(part.shape({ id: part.uuid, status: part.oneOf(...refundStatuses) })),
  }),
}
