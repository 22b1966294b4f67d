import type { ApiContext } from '#api/context.ts'
import type { QueuedAccount } from '#db/queries/account-queue.ts'
import type { ListedNotice, PaymentNotice, ProofNotice } from '#db/queries/notices.ts'
import type { QueuedPayout } from '#db/queries/payout-queue.ts'
import type { ListedSuspension } from '#db/queries/payout-suspensions.ts'
import { toNumber } from '#domain/money.ts'
import { isoTime } from '#domain/text.ts'
import { presentClosing } from './staff-closings.ts'
import { ownership } from './staff-queues.ts'

/** A payout whose operator stays silent. */
export function presentQueuedPayout(payout: QueuedPayout, runUrl: string) {
  return {
    id: payout.id,
    object: 'payout',
    ...ownership(payout),
    reference: payout.reference,
    amount: toNumber(payout.amount),
    currency: payout.amount.currency,
    status: payout.status,
    provider: payout.provider,
    provider_reference: payout.providerReference,
    operator_request_id: payout.operatorRequestId,
    closings: payout.closings.map(presentClosing),
    created_at: isoTime(payout.createdAt),
    waits_since: isoTime(payout.waitsSince),
    age_seconds: payout.ageSeconds,
    run_url: runUrl,
  }
}

/** Payouts that are stopped. */
export function presentSuspension(suspension: ListedSuspension) {
  const { liftedAt } = suspension
  return {
    id: suspension.id,
    object: 'payout_suspension',
    mode: suspension.mode,
    service_env_id: suspension.serviceEnvId,
    service: suspension.service,
    merchant: suspension.merchant,
    provider: suspension.provider,
    reason: suspension.reason,
    suspended_by: suspension.suspendedBy,
    since: isoTime(suspension.since),
    lifted_by: suspension.liftedBy,
    lifted_at: liftedAt && isoTime(liftedAt),
  }
}

/** An account that a merchant wants to pay to, its number masked. */
export function presentQueuedAccount(account: QueuedAccount) {
  const { verifiedAt, revokedAt } = account
  return {
    id: account.id,
    object: 'authorized_account',
    ...ownership(account),
    type: account.type,
    provider: account.provider,
    holder_name: account.holderName,
    number_masked: account.numberMasked,
    status: account.status,
    created_at: isoTime(account.createdAt),
    verified_at: verifiedAt && isoTime(verifiedAt),
    revoked_at: revokedAt && isoTime(revokedAt),
  }
}

/** Something that the staff was told of. */
export function presentNotice(notice: ListedNotice, runUrl: ApiContext['runUrl']) {
  const { acknowledgedAt } = notice
  return {
    id: notice.id,
    object: 'notice',
    kind: notice.kind,
    number: notice.number,
    ...(notice.kind === 'books_differ' ? aboutProof(notice) : aboutPayment(notice, runUrl)),
    created_at: isoTime(notice.createdAt),
    acknowledged_by: notice.acknowledgedBy,
    acknowledged_at: acknowledgedAt && isoTime(acknowledgedAt),
  }
}

function aboutPayment(notice: PaymentNotice, runUrl: ApiContext['runUrl']) {
  return {
    ...ownership(notice),
    transaction_id: notice.transactionId,
    refund_id: notice.refundId,
    reference: notice.reference,
    provider: notice.provider,
    proof_id: null,
    run_url: runUrl(notice.run.kind, notice.run.id),
  }
}

function aboutProof({ proofId }: ProofNotice) {
  const nobodys = { merchant: null, service: null, service_env_id: null, mode: null }
  const ofNoPayment = { transaction_id: null, refund_id: null, reference: null, provider: null }
  return { ...nobodys, ...ofNoPayment, proof_id: proofId, run_url: null }
}
