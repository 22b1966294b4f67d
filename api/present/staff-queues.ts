import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import type { FundsRule } from '#use-cases/funds/rules.ts'
import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'
import { toNumber } from '#domain/money/money.ts'
import { banks } from '#domain/operators/operators.ts'
import { isoTime } from '#domain/text/text.ts'

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
    own_name: transfer.ownName,
    account_masked: transfer.accountMasked,
    needs_approval: transfer.needsApproval,
    taken_by: transfer.takenBy,
    approved_by: transfer.approvedBy,
    rejected_by: transfer.rejectedBy,
    bank_reference: transfer.bankReference,
    transfer_on: transfer.transferOn,
    rejection_reason: transfer.rejectionReason,
    returned_at: transfer.returnedAt && isoTime(transfer.returnedAt),
    created_at: isoTime(transfer.createdAt),
    moved_at: isoTime(transfer.movedAt),
    age_seconds: transfer.ageSeconds,
    run_url: runUrl,
  }
}

/** The funds of a payment that await a decision of staff, or got one. */
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

/** The rule by which funds of live payments are held. */
export function presentFundsRule(rule: FundsRule) {
  return {
    id: rule.id,
    object: 'funds_rule',
    kind: rule.kind,
    merchant: rule.merchant,
    amount: rule.amount === null ? null : Number(rule.amount),
    days: rule.days,
    provider: rule.provider,
    reason: rule.reason,
    made_by: rule.madeBy,
    made_at: isoTime(rule.madeAt),
    ended_by: rule.endedBy,
    ended_at: rule.endedAt && isoTime(rule.endedAt),
  }
}

/** A debit that came after its payment had ended. */
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

/** The owner: merchant, service and mode. */
export function ownership({
  merchant,
  service,
  serviceEnvId,
  mode,
}: Pick<QueuedTransfer, 'merchant' | 'service' | 'serviceEnvId' | 'mode'>) {
  return { merchant, service, service_env_id: serviceEnvId, mode }
}
