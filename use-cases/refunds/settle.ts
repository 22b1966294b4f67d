import type { RefundId } from '#domain/ids.ts'
import { isRefundFinal, type RefundStatus } from '#domain/refunds/refund.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { endRefund, type RefundEnd } from './end.ts'
import { type LockedPayment, lockPayment } from '#use-cases/transactions/lock-payment.ts'
import type { Outbox } from '#db/outbox.ts'
import { lockRefund, readRefund } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

export interface RefundSettlement {
  readonly refundId: RefundId
  readonly outcome: Outcome
  /** True to leave open a refund that was sent to the operator, or may be on its way. */
  readonly isForUnsent?: boolean
  /**
   * To leave open a refund that was sent again since this time, or about which the operator has called back: its answer
   * to that request is then not its last word.
   */
  readonly sentAt?: Date
  /**
   * How often the operator had called back before it was asked: to leave open a refund that it has called back about since.
   */
  readonly heard?: number
}

/**
 * Ends an approved refund with the operator's outcome: one transaction with its money and event. Safe to repeat: a
 * refund that has ended keeps its status, which is returned; if it stays open, its present status is returned.
 */
export async function settleRefund(
  database: Database,
  outbox: Outbox,
  settlement: RefundSettlement,
): Promise<RefundStatus> {
  const { transactionId } = await readRefund(database, settlement.refundId)
  const { status, announced } = await inTransaction(database.pool, async (sql) => {
    const payment = await lockPayment(sql, transactionId)
    if (payment === undefined) throw new Error('a refund has its payment')
    return settle(sql, database, { payment, settlement })
  })
  outbox.kick(announced)
  return status
}

async function settle(
  sql: Sql,
  database: Database,
  given: { readonly payment: LockedPayment; readonly settlement: RefundSettlement },
): Promise<{ readonly status: RefundStatus; readonly announced: readonly string[] }> {
  const { payment, settlement } = given
  const { refund, ...sent } = await lockRefund(sql, settlement.refundId)
  if (isRefundFinal(refund.status) || isLeftOpen(settlement, sent))
    return { status: refund.status, announced: [] }
  const end = endOf(settlement.outcome)
  return { status: end.status, announced: await endRefund(sql, database, { payment, refund, end }) }
}

function isLeftOpen(
  { isForUnsent = false, sentAt, heard = Infinity }: RefundSettlement,
  last: Omit<Awaited<ReturnType<typeof lockRefund>>, 'refund'>,
): boolean {
  if (isForUnsent) return last.operatorState !== 'unsent'
  if (last.callbacks > heard) return true
  if (sentAt === undefined) return false
  return last.callbacks > 0 || last.operatorSentAt?.getTime() !== sentAt.getTime()
}

function endOf(outcome: Outcome): RefundEnd {
  const { providerReference } = outcome
  if (outcome.status === 'succeeded') return { status: 'succeeded', providerReference }
  return { status: 'failed', failureCode: outcome.failureCode ?? 'cancelled', providerReference }
}
