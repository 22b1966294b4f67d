import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { enqueue } from '#db/outbox.ts'
import { lateAnswerEntry, lateRefundEntry } from '#db/runs/entries.ts'
import { now } from '#db/functions.ts'
import { type Sql, inTransaction, onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { Database } from '#db/connect.ts'
import { findById } from '#use-cases/refunds/find.ts'
import { putOnList } from '#use-cases/notices/tell-staff.ts'

/** A payment, payout or refund that ended while its operator may still move money. */
export interface WatchedSubject {
  readonly transactionId: TransactionId
  readonly refundId: RefundId | null
}

/** Starts the watch over an ended payment or payout, and announces its run; returns the outbox ids. */
export async function watchTransaction(
  sql: Sql,
  transaction: TransactionRecord,
): Promise<string[]> {
  await sql.run(open({ transactionId: transaction.id, refundId: null }))
  return enqueue(sql, [lateAnswerEntry(transaction)])
}

/** The same for a refund. */
export async function watchRefund(sql: Sql, refund: RefundRecord): Promise<string[]> {
  await sql.run(open({ transactionId: refund.transactionId, refundId: refund.id }))
  return enqueue(sql, [lateRefundEntry(refund)])
}

/**
 * Has operators asked again about orders whose end a statement denies; their answer about our order is what is
 * booked. They are asked by what we knew before: a reference from the statement could belong to another payment,
 * which its operator would confirm. The relay hands the runs over.
 */
export async function watchReported(sql: Sql, subjects: readonly WatchedSubject[]): Promise<void> {
  for (const { transactionId, refundId } of subjects) {
    await (refundId === null
      ? watchReportedPayment(sql, transactionId)
      : watchReportedRefund(sql, refundId))
  }
}

async function watchReportedPayment(sql: Sql, transactionId: TransactionId): Promise<void> {
  const payment = await sql.first(reported({ transactionId }))
  if (payment === undefined) return
  await sql.run(open({ transactionId, refundId: null }))
  await enqueue(sql, [
    lateAnswerEntry(payment),
    { kind: 'late-answer', subjectId: transactionId, signal: 'operatorAnswered' },
  ])
}

async function watchReportedRefund(sql: Sql, refundId: RefundId): Promise<void> {
  const refund = await findById(sql, refundId)
  if (refund === undefined) return
  await watchRefund(sql, refund)
  await enqueue(sql, [
    { kind: 'late-refund-answer', subjectId: refundId, signal: 'operatorAnswered' },
  ])
}

/** Unless it is under way. */
const reported = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select(['id', 'serviceEnvId', 'mode', 'provider', 'reference'])
    .where('id', '=', p.transactionId)
    .where('status', '<>', 'pending')
    .forNoKeyUpdate(),
)

/** The operator called back or reported a debit: a closed watch opens again, and an open one starts over. */
const open = prepared(({ transactionId, refundId }: Params<WatchedSubject>) =>
  db
    .insertInto('lateWatch')
    .values({ transactionId, refundId })
    .onConflict((conflict) =>
      conflict.constraint('late_watch_once').doUpdateSet({ openedAt: now, closedAt: null }),
    ),
)

/** When the operator last reported something about the order; read before the operator is asked. */
export async function lastReport(
  { pool }: Pick<Database, 'pool'>,
  subject: WatchedSubject,
): Promise<Date | undefined> {
  return (await onPool(pool).first(watch(subject)))?.openedAt
}

/**
 * How a watch ended: the operator answered; it never had the order; or it never answered. `goes_on` if there was a report
 * since the operator was asked: what it answered then is outdated.
 */
export type WatchEnd = 'told' | 'never_had_it' | 'silent' | 'goes_on'

/**
 * Ends the watch over an ended payment, payout or refund. `not_found` is believed only for a request that the
 * operator never accepted and never called back about; for any other request without an answer staff is notified.
 * Safe to repeat.
 */
export async function endWatch(
  { pool }: Pick<Database, 'pool'>,
  subject: WatchedSubject & { readonly reportedAt: Date | undefined },
  said: 'its_end' | 'not_found' | 'nothing',
): Promise<WatchEnd> {
  return inTransaction(pool, async (sql) => {
    const isClosed =
      (await sql.run(close({ ...subject, reportedAt: subject.reportedAt ?? null }))) > 0
    if (!isClosed && (await sql.first(watch(subject)))?.closedAt === null) return 'goes_on'
    if (said === 'its_end') return 'told'
    if (said === 'not_found' && !(await wasHeardOf(sql, subject))) return 'never_had_it'
    const { transactionId, refundId } = subject
    await sql.run(putOnList({ transactionId, refundId, kind: 'late_answer_silent', number: 1 }))
    return 'silent'
  })
}

/** True if the operator accepted the request or called back about it. */
async function wasHeardOf(sql: Sql, { transactionId, refundId }: WatchedSubject): Promise<boolean> {
  const { operatorState, callbacks } = await sql.only(
    refundId === null ? paymentHeard({ transactionId }) : refundHeard({ refundId }),
  )
  return operatorState === 'taken' || callbacks > 0
}

const paymentHeard = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select(['operatorState', 'callbacks'])
    .where('id', '=', p.transactionId),
)

const refundHeard = prepared((p: Params<{ refundId: RefundId }>) =>
  db.selectFrom('refund').select(['operatorState', 'callbacks']).where('id', '=', p.refundId),
)

const watch = prepared((p: Params<WatchedSubject>) =>
  db
    .selectFrom('lateWatch')
    .select(['openedAt', 'closedAt'])
    .where('transactionId', '=', p.transactionId)
    .where('refundId', 'is not distinct from', p.refundId),
)

const close = prepared((p: Params<WatchedSubject & { reportedAt: Date | null }>) =>
  db
    .updateTable('lateWatch')
    .set({ closedAt: now })
    .where('transactionId', '=', p.transactionId)
    .where('refundId', 'is not distinct from', p.refundId)
    .where('openedAt', '=', p.reportedAt)
    .where('closedAt', 'is', null),
)
