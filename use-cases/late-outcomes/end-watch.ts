import type { Database } from '#db/connect.ts'
import { closeWatch, type WatchedSubject } from './watches.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** How a watch ended: the operator told; it never had the order; or it never told. */
export type WatchEnd = 'told' | 'never_had_it' | 'silent'

/**
 * Ends the watch over an ended payment, payout or refund. `not_found` is believed of a request that the operator never took
 * and never called back about; of any other that it has not told of, staff is told. Safe to repeat.
 */
export async function endWatch(
  { pool }: Pick<Database, 'pool'>,
  subject: WatchedSubject,
  said: 'its_end' | 'not_found' | 'nothing',
): Promise<WatchEnd> {
  return inTransaction(pool, async (sql) => {
    await closeWatch(sql, subject)
    if (said === 'its_end') return 'told'
    if (said === 'not_found' && !(await wasHeardOf(sql, subject))) return 'never_had_it'
    await sql.rows(
      `insert into staff_notice (transaction_id, refund_id, kind, number) values ($1, $2, 'late_answer_silent', 1)
       on conflict on constraint staff_notice_once do nothing`,
      [subject.transactionId, subject.refundId],
    )
    return 'silent'
  })
}

/** True where the operator said that it has the request, or has called back about it. */
async function wasHeardOf(sql: Sql, { transactionId, refundId }: WatchedSubject): Promise<boolean> {
  const table = refundId === null ? 'transaction' : 'refund'
  const { is_heard_of: isHeardOf } = await sql.one<{ is_heard_of: boolean }>(
    `select operator_state = 'taken' or callbacks > 0 as is_heard_of from ${table} where id = $1`,
    [refundId ?? transactionId],
  )
  return isHeardOf
}
