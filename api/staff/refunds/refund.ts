import Type from 'typebox'
import { failureMessage } from '#domain/errors/errors.ts'
import { refundStatuses } from '#domain/refunds/refund.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { presentClosing, presentContradiction } from '#api/present/staff-closings.ts'
import { ownership as ownershipOf } from '#api/present/staff-queues.ts'
import type { NamedSchema } from '#api/schemas/parts.ts'
import * as part from '#api/schemas/parts.ts'
import { closing, contradiction, named, ownership } from '#api/schemas/staff-queues.ts'

/** Schema and presenter of a refund, as staff see it. */
export const queuedRefund: NamedSchema = {
  name: 'QueuedRefund',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('refund'),
    ...ownership,
    transaction_id: part.uuid,
    reference: part.text,
    amount: part.amount,
    currency: part.currencyCode,
    status: part.oneOf(...refundStatuses),
    reason: part.textOrNull,
    origin: part.oneOf('merchant', 'service', 'dispute'),
    provider: part.text,
    provider_reference: part.textOrNull,
    requested_by: part.orNull(named),
    approvals_needed: part.wholeNumber,
    approved_by: part.orNull(named),
    second_approved_by: part.orNull(named),
    failure: part.orNull(part.shape({ code: part.text, message: part.text })),
    attention_at: part.timeOrNull,
    closings: Type.Array(closing),
    contradictions: Type.Array(contradiction),
    created_at: part.time,
    completed_at: part.timeOrNull,
    age_seconds: part.wholeNumber,
    run_url: part.text,
  }),
}

/** A refund in the staff's queue. */
export function presentQueuedRefund(refund: QueuedRefund, runUrl: string) {
  const { failureCode } = refund
  return {
    id: refund.id,
    object: 'refund',
    ...ownershipOf(refund),
    transaction_id: refund.transactionId,
    reference: refund.reference,
    amount: toNumber(refund.amount),
    currency: refund.amount.currency,
    status: refund.status,
    reason: refund.reason,
    origin: refund.origin,
    provider: refund.provider,
    provider_reference: refund.providerReference,
    requested_by: refund.requester,
    approvals_needed: refund.approvalsNeeded,
    approved_by: refund.approver,
    second_approved_by: refund.secondApprover,
    failure: failureCode && { code: failureCode, message: failureMessage(failureCode) },
    attention_at: refund.attentionAt && isoTime(refund.attentionAt),
    closings: refund.closings.map(presentClosing),
    contradictions: refund.contradictions.map(presentContradiction),
    created_at: isoTime(refund.createdAt),
    completed_at: refund.completedAt && isoTime(refund.completedAt),
    age_seconds: refund.ageSeconds,
    run_url: runUrl,
  }
}
