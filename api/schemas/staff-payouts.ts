import Type from 'typebox'
import { noticeKinds, runRemedies } from '#domain/notices/notice.ts'
import { transactionStatuses } from '#domain/transactions/transaction.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'
import { closing, contradiction, named, ownership } from './staff-queues.ts'

/** Schemas of payouts and notices in the staff API, beside the queues. */

export const queuedPayout: NamedSchema = {
  name: 'QueuedPayout',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('payout'),
    ...ownership,
    reference: part.text,
    amount: part.amount,
    currency: part.currencyCode,
    status: part.oneOf(...transactionStatuses),
    provider: part.text,
    provider_reference: part.textOrNull,
    operator_request_id: part.uuid,
    closings: Type.Array(closing),
    contradictions: Type.Array(contradiction),
    created_at: part.time,
    waits_since: part.time,
    age_seconds: part.wholeNumber,
    run_url: part.text,
  }),
}

export const payoutSuspension: NamedSchema = {
  name: 'PayoutSuspension',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('payout_suspension'),
    mode: part.mode,
    service_env_id: part.orNull(part.uuid),
    service: part.orNull(named),
    merchant: part.orNull(named),
    provider: part.textOrNull,
    reason: part.textOrNull,
    suspended_by: part.orNull(named),
    since: part.time,
    lifted_by: part.orNull(named),
    lifted_at: part.timeOrNull,
  }),
}

export const accountStatuses = ['pending', 'active', 'revoked'] as const

export const queuedAccount: NamedSchema = {
  name: 'QueuedAccount',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('authorized_account'),
    ...ownership,
    type: part.oneOf('mobile_money', 'bank'),
    provider: part.text,
    holder_name: part.text,
    // What the merchant calls the account.
    own_name: part.textOrNull,
    number_masked: part.text,
    status: part.oneOf(...accountStatuses),
    created_at: part.time,
    verified_at: part.timeOrNull,
    revoked_at: part.timeOrNull,
  }),
}

/** The whole account number; each read is written to the audit log. */
export const accountNumber: NamedSchema = {
  name: 'AccountNumber',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('account_number'),
    provider: part.text,
    holder_name: part.text,
    number: part.text,
  }),
}

export const notice: NamedSchema = {
  name: 'Notice',
  schema: part.shape({
    id: part.text,
    object: part.kind('notice'),
    kind: part.oneOf(...noticeKinds),
    number: part.wholeNumber,
    // Null for a notice about a ledger proof, which concerns no payment.
    ...Object.fromEntries(
      Object.entries(ownership).map(([name, field]) => [name, part.orNull(field)]),
    ),
    transaction_id: part.orNull(part.uuid),
    refund_id: part.orNull(part.uuid),
    reference: part.textOrNull,
    provider: part.textOrNull,
    proof_id: part.orNull(part.uuid),
    workflow_id: part.textOrNull,
    done: part.orNull(part.oneOf(...runRemedies)),
    // For a run that needs attention: the step that failed, and the code of its error.
    step: part.textOrNull,
    code: part.textOrNull,
    runs: part.orNull(part.wholeNumber),
    created_at: part.time,
    acknowledged_by: part.orNull(named),
    acknowledged_at: part.timeOrNull,
    run_url: part.textOrNull,
  }),
}
