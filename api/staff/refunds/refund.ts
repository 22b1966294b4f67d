import Type from 'typebox'
import { failureMessage } from '#domain/errors/errors.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { presentClosing } from '#api/present/staff-closings.ts'
import { ownership as ownershipOf } from '#api/present/staff-queues.ts'
import {
  amount,
  currencyCode,
  kind,
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
} from '#api/schemas/parts.ts'
import { closing, named, ownership, refundStatuses } from '#api/schemas/staff-queues.ts'

/** A refund as the staff sees it, and below how it is presented so. */
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
    created_at: isoTime(refund.createdAt),
    completed_at: refund.completedAt && isoTime(refund.completedAt),
    age_seconds: refund.ageSeconds,
    run_url: runUrl,
  }
}
