import type { ApiContext } from '#http/context.ts'
import type { QueuedAccount } from '#use-cases/authorized-accounts/queue.ts'
import type { ListedNotice, PaymentNotice, RunNotice } from '#use-cases/notices/list.ts'
import type { QueuedPayout } from '#use-cases/payouts/queue.ts'
import type { ListedSuspension } from '#use-cases/suspensions/list.ts'
import { toNumber } from '#domain/money/money.ts'
import { isoTime } from '#domain/text/text.ts'
import { runAddress } from '#use-cases/runs/address.ts'
import { presentClosing, presentContradiction } from './staff-closings.ts'
import { ownership } from './staff-queues.ts'

/** A payout whose operator does not answer, or of which our books are contradicted. */
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
    contradictions: payout.contradictions.map(presentContradiction),
    created_at: isoTime(payout.createdAt),
    waits_since: isoTime(payout.waitsSince),
    age_seconds: payout.ageSeconds,
    run_url: runUrl,
  }
}

/** A suspension of payouts. */
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

/** A payout account that a merchant added, its number masked. */
export function presentQueuedAccount(account: QueuedAccount) {
  const { verifiedAt, revokedAt } = account
  return {
    id: account.id,
    object: 'authorized_account',
    ...ownership(account),
    type: account.type,
    provider: account.provider,
    holder_name: account.holderName,
    own_name: account.ownName,
    number_masked: account.numberMasked,
    status: account.status,
    created_at: isoTime(account.createdAt),
    verified_at: verifiedAt && isoTime(verifiedAt),
    revoked_at: revokedAt && isoTime(revokedAt),
  }
}

/** A notice to staff. */
export function presentNotice(notice: ListedNotice, runUrl: ApiContext['runUrl']) {
  const { acknowledgedAt } = notice
  return {
    id: notice.id,
    object: 'notice',
    kind: notice.kind,
    number: notice.number,
    ...ofNothing,
    ...subjectOf(notice, runUrl),
    created_at: isoTime(notice.createdAt),
    acknowledged_by: notice.acknowledgedBy,
    acknowledged_at: acknowledgedAt && isoTime(acknowledgedAt),
  }
}

/** A notice has one subject; the fields of the others are null. */
const ofNothing = {
  merchant: null,
  service: null,
  service_env_id: null,
  mode: null,
  transaction_id: null,
  refund_id: null,
  reference: null,
  provider: null,
  proof_id: null,
  workflow_id: null,
  done: null,
  step: null,
  code: null,
  runs: null,
  run_url: null,
}

function subjectOf(notice: ListedNotice, runUrl: ApiContext['runUrl']) {
  if ('proofId' in notice) return { proof_id: notice.proofId }
  return 'about' in notice ? aboutRun(notice, runUrl) : aboutPayment(notice, runUrl)
}

function aboutRun({ about }: RunNotice, runUrl: ApiContext['runUrl']) {
  if ('runs' in about) return about
  const { workflowId, done, trouble } = about
  return { workflow_id: workflowId, done, ...trouble, run_url: runAddress(workflowId, runUrl) }
}

function aboutPayment(notice: PaymentNotice, runUrl: ApiContext['runUrl']) {
  return {
    ...ownership(notice),
    transaction_id: notice.transactionId,
    refund_id: notice.refundId,
    reference: notice.reference,
    provider: notice.provider,
    run_url: runUrl(notice.run.kind, notice.run.id),
  }
}
