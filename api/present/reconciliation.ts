import type { Difference, OurSide, TheirSide } from '#use-cases/reconciliation/list-differences.ts'
import type { Reconciliation } from '#use-cases/reconciliation/find.ts'
import { toNumber } from '#domain/money/money.ts'
import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import { isoTime } from '#domain/text/text.ts'

/** The reconciliation of a statement: its progress and its results. */
export function presentReconciliation(record: Reconciliation, runUrl: string) {
  const counts = differenceKinds.map((kind) => [kind, record.differences[kind] ?? 0] as const)
  return {
    id: record.id,
    object: 'reconciliation',
    provider: record.provider,
    service_env_id: record.account && record.account.serviceEnvId,
    service: record.account && record.account.service,
    kinds: record.kinds,
    from: record.period.from,
    to: record.period.to,
    state: record.state,
    lines_total: record.linesTotal,
    lines_done: record.linesDone,
    lines_agreed: record.linesAgreed,
    orders_done: record.ordersDone,
    differences: {
      total: counts.reduce((sum, [, count]) => sum + count, 0),
      open: record.openDifferences,
      ...Object.fromEntries(counts),
    },
    imported_by: record.importedBy,
    created_at: isoTime(record.createdAt),
    completed_at: record.completedAt && isoTime(record.completedAt),
    run_url: runUrl,
  }
}

/** A difference between a statement and the ledger, with both sides. */
export function presentDifference(record: Difference) {
  const { ours, theirs, closed } = record
  return {
    id: record.id,
    object: 'difference',
    reconciliation_id: record.reconciliationId,
    provider: record.provider,
    kind: record.kind,
    order_kind: record.orderKind,
    ours: ours && presentOurs(ours),
    theirs: theirs && presentTheirs(theirs),
    state: closed === null ? 'open' : 'closed',
    closed: closed && {
      at: isoTime(closed.at),
      by: closed.by,
      reason: closed.reason,
      found_in: closed.foundIn,
    },
    confirmable: record.isConfirmable,
    confirmations: record.confirmations.map(({ by, at, reason, isBooked }) => ({
      by,
      at: isoTime(at),
      reason,
      booked: isBooked,
    })),
    created_at: isoTime(record.createdAt),
    age_seconds: record.ageSeconds,
  }
}

function presentOurs(ours: OurSide) {
  return {
    merchant: ours.merchant,
    service: ours.service,
    service_env_id: ours.serviceEnvId,
    transaction_id: ours.transactionId,
    refund_id: ours.refundId,
    reference: ours.reference,
    amount: toNumber(ours.amount),
    currency: ours.amount.currency,
    status: ours.status,
  }
}

function presentTheirs(theirs: TheirSide) {
  return {
    line: theirs.line,
    operator_reference: theirs.operatorReference,
    reference: theirs.reference,
    amount: toNumber(theirs.amount),
    currency: theirs.amount.currency,
    status: theirs.status,
    at: isoTime(theirs.at),
  }
}
