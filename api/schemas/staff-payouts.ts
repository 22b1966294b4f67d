import Type from 'typebox'
import { noticeKinds, runRemedies } from '#domain/notices/notice.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import {
  amount,
  currencyCode,
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
import { closing, named, ownership } from './staff-queues.ts'

/** What the staff sees of money out, beside its queues. */

export const queuedPayout: NamedSchema = {
  name: 'QueuedPayout',
  schema: shape({
    id: uuid,
    object: kind('payout'),
    ...ownership,
    reference: text,
    amount,
    currency: currencyCode,
    status: oneOf(...transactionStatuses),
    provider: text,
    provider_reference: textOrNull,
    operator_request_id: uuid,
    closings: Type.Array(closing),
    created_at: time,
    waits_since: time,
    age_seconds: wholeNumber,
    run_url: text,
  }),
}

export const payoutSuspension: NamedSchema = {
  name: 'PayoutSuspension',
  schema: shape({
    id: uuid,
    object: kind('payout_suspension'),
    mode,
    service_env_id: orNull(uuid),
    service: orNull(named),
    merchant: orNull(named),
    provider: textOrNull,
    reason: textOrNull,
    suspended_by: orNull(named),
    since: time,
    lifted_by: orNull(named),
    lifted_at: timeOrNull,
  }),
}

export const accountStatuses = ['pending', 'active', 'revoked'] as const

export const queuedAccount: NamedSchema = {
  name: 'QueuedAccount',
  schema: shape({
    id: uuid,
    object: kind('authorized_account'),
    ...ownership,
    type: oneOf('mobile_money', 'bank'),
    provider: text,
    holder_name: text,
    number_masked: text,
    status: oneOf(...accountStatuses),
    created_at: time,
    verified_at: timeOrNull,
    revoked_at: timeOrNull,
  }),
}

/** The whole number; each read of it is in the audit log. */
export const accountNumber: NamedSchema = {
  name: 'AccountNumber',
  schema: shape({
    id: uuid,
    object: kind('account_number'),
    provider: text,
    holder_name: text,
    number: text,
  }),
}

export const notice: NamedSchema = {
  name: 'Notice',
  schema: shape({
    id: text,
    object: kind('notice'),
    kind: oneOf(...noticeKinds),
    number: wholeNumber,
    // Of a proof of the books nothing of a payment.
    ...Object.fromEntries(Object.entries(ownership).map(([name, field]) => [name, orNull(field)])),
    transaction_id: orNull(uuid),
    refund_id: orNull(uuid),
    reference: textOrNull,
    provider: textOrNull,
    proof_id: orNull(uuid),
    workflow_id: textOrNull,
    done: orNull(oneOf(...runRemedies)),
    // Of a run that asks for attention: the step that fails, and what its error is.
    step: textOrNull,
    code: textOrNull,
    runs: orNull(wholeNumber),
    created_at: time,
    acknowledged_by: orNull(named),
    acknowledged_at: timeOrNull,
    run_url: textOrNull,
  }),
}
