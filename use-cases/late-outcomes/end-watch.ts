import type { Database } from '#db/connect.ts'
import type { WatchedSubject } from './watches.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { putOnList } from '#use-cases/notices/tell-staff.ts'

/** How a watch ended: the operator answered; it never had the order; or it never answered. */
export type WatchEnd = 'told' | 'never_had_it' | 'silent'

/**
 * Ends the watch over an ended payment, payout or refund. `not_found` is believed only for a request that the
 * operator never accepted and never called back about; for any other request without an answer staff is notified.
 * Safe to repeat.
 */
export async function endWatch(
  { pool }: Pick<Database, 'pool'>,
  subject: WatchedSubject,
  said: 'its_end' | 'not_found' | 'nothing',
): Promise<WatchEnd> {
  return inTransaction(pool, async (sql) => {
    await sql.run(close(subject))
    if (said === 'its_end') return 'told'
    if (said === 'not_found' && !(await wasHeardOf(sql, subject))) return 'never_had_it'
    const { transactionId, refundId } = subject
    await sql.run(putOnList({ transactionId, refundId, kind: 'late_answer_silent', number: 1 }))
    return 'silent'
  })
}

/** True if the operator said that it has the request, or called back about it. */
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

const close = prepared((p: Params<WatchedSubject>) =>
  db
    .updateTable('lateWatch')
    .set({ closedAt: now })
    .where('transactionId', '=', p.transactionId)
    .where('refundId', 'is not distinct from', p.refundId)
    .where('closedAt', 'is', null),
)
