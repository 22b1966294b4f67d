import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import { failureMessage } from '#domain/errors/errors.ts'
import { toNumber } from '#domain/money/money.ts'
import { banks } from '#domain/operators/operators.ts'
import { isoTime } from '#domain/text/text.ts'
import { presentClosing } from './staff-closings.ts'

/** A bank transfer in the staff's queue, its account number masked. */
export function presentQueuedTransfer(transfer: QueuedTransfer, runUrl: string) {
  return {
    id: transfer.id,
    object: 'bank_transfer',
    ...ownership(transfer),
    reference: transfer.reference,
    amount: toNumber(transfer.amount),
    currency: transfer.amount.currency,
    state: transfer.state,
    bank: transfer.bank,
    bank_name: banks.find(({ code }) => code === transfer.bank)?.name ?? transfer.bank,
    holder_name: transfer.holderName,
    account_masked: transfer.accountMasked,
    needs_approval: transfer.needsApproval,
    taken_by: transfer.takenBy,
    approved_by: transfer.approvedBy,
    bank_reference: transfer.bankReference,
    transfer_on: transfer.transferOn,
    rejection_reason: transfer.rejectionReason,
    created_at: isoTime(transfer.createdAt),
    moved_at: isoTime(transfer.movedAt),
    age_seconds: transfer.ageSeconds,
    run_url: runUrl,
  }
}

/** A refund in the staff's queue. */
export function presentQueuedRefund(refund: QueuedRefund, runUrl: string) {
  const { failureCode } = refund
  return {
    id: refund.id,
    object: 'refund',
    ...ownership(refund),
    transaction_id: refund.transactionId,
    reference: refund.reference,
    amount: toNumber(refund.amount),
    currency: refund.amount.currency,
    status: refund.status,
    reason: refund.reason,
    origin: refund.origin,
    provider: refund.provider,
    provider_reference: refund.providerReference,
    requested_by: refund.requestedBy,
    approvals_needed: refund.approvalsNeeded,
    approved_by: refund.approvedBy,
    second_approved_by: refund.secondApprovedBy,
    failure: failureCode && { code: failureCode, message: failureMessage(failureCode) },
    attention_at: refund.attentionAt && isoTime(refund.attentionAt),
    closings: refund.closings.map(presentClosing),
    created_at: isoTime(refund.createdAt),
    completed_at: refund.completedAt && isoTime(refund.completedAt),
    age_seconds: refund.ageSeconds,
    run_url: runUrl,
  }
}

/** The funds of a payment that wait for the staff's word, or had it. */
export function presentQueuedFunds(funds: QueuedMoney, runUrl: string) {
  return {
    ...moneyOf(funds),
    object: 'funds',
    amount: toNumber(funds.net),
    currency: funds.net.currency,
    funds_status: funds.funds,
    run_url: runUrl,
  }
}

/** A debit that came after the end of its payment. */
export function presentLateOutcome(late: QueuedMoney, runUrl: string) {
  return {
    ...moneyOf(late),
    object: 'late_outcome',
    amount: toNumber(late.charged),
    currency: late.charged.currency,
    refund: late.refund,
    run_url: runUrl,
  }
}

function moneyOf(payment: QueuedMoney) {
  return {
    id: payment.id,
    ...ownership(payment),
    reference: payment.reference,
    provider: payment.provider,
    provider_reference: payment.providerReference,
    status: payment.status,
    waits_since: isoTime(payment.waitsSince),
    age_seconds: payment.ageSeconds,
  }
}

/** Whose it is. */
export function ownership({
  merchant,
  service,
  serviceEnvId,
  mode,
}: Pick<QueuedTransfer, 'merchant' | 'service' | 'serviceEnvId' | 'mode'>) {
  return { merchant, service, service_env_id: serviceEnvId, mode }
}
