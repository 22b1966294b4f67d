import type { ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import { closingContradicted } from '#domain/ledger/ledger.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Database } from '#db/connect.ts'
import { clockTime } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { putOnList } from '#use-cases/notices/tell-staff.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'

/** What staff closed, with its payment. */
export interface ClosedSubject {
  readonly payment: TransactionRecord
  /** Null if it is a payout. */
  readonly refund: RefundRecord | null
}

/**
 * The operator reported the outcome of a payout or refund that staff had closed. If it is the opposite, the recorded
 * outcome stays, what the operator owes us is corrected, the difference is kept apart for people to settle, and staff
 * is notified. True if it was the opposite and not known before. Safe to repeat.
 */
export async function contradictClosing(
  database: Pick<Database, 'pool'>,
  { payment, refund }: ClosedSubject,
  said: ClosingVerdict,
): Promise<boolean> {
  return inTransaction(database.pool, async (sql) => {
    const subject = subjectOf({ payment, refund })
    const closing = await sql.first(contradict({ ...subject, said }))
    if (closing === undefined) return false
    await bookContradiction(sql, { payment, refund }, closing.verdict)
    return true
  })
}

/**
 * Two supervisors confirmed that money left of which our books say that it did not, by a verdict of staff or by the
 * operator's own first answer: booked like any contradiction.
 */
export async function contradictNotPaid(sql: Sql, closed: ClosedSubject): Promise<void> {
  await sql.run(contradict({ ...subjectOf(closed), said: 'paid' }))
  await bookContradiction(sql, closed, 'not_paid')
}

function subjectOf({ payment, refund }: ClosedSubject): ClosingSubject {
  return { transactionId: payment.id, refundId: refund?.id ?? null }
}

async function bookContradiction(
  sql: Sql,
  { payment, refund }: ClosedSubject,
  verdict: ClosingVerdict,
): Promise<void> {
  const amounts = refund
    ? { net: refund.amount.minor, fees: 0n }
    : { net: payment.net.minor, fees: payment.fees.amount.minor }
  await post(sql, {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    ...(refund && { refundId: refund.id }),
    kind: 'closing_contradicted',
    provider: payment.provider,
    currency: (refund?.amount ?? payment.amountCharged).currency,
    entries: closingContradicted(verdict, amounts),
  })
  const subject = subjectOf({ payment, refund })
  await sql.run(putOnList({ ...subject, kind: 'closing_contradicted', number: 1 }))
}

const contradict = prepared((p: Params<ClosingSubject & { said: ClosingVerdict }>) =>
  db
    .updateTable('closing')
    .set({ contradictedAt: clockTime })
    .where('transactionId', '=', p.transactionId)
    .where('refundId', 'is not distinct from', p.refundId)
    .where('endedAt', 'is not', null)
    .where('contradictedAt', 'is', null)
    .where('verdict', '<>', p.said)
    .returning('verdict'),
)

/** A staff verdict that ended a payout or refund, and that the operator contradicted later. */
export interface Contradiction {
  readonly verdict: ClosingVerdict
  /** Null for the payout itself. */
  readonly refundId: RefundId | null
  readonly at: Date
}

/** Contradictions of a transaction and its refunds, oldest first. */
export function listContradictions(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<Contradiction[]> {
  return onPool(pool).all(contradictions({ transactionId }))
}

const contradictions = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('closing')
    .select(['verdict', 'refundId'])
    .select((eb) => eb.ref('contradictedAt').$notNull().as('at'))
    .where('transactionId', '=', p.transactionId)
    .where('contradictedAt', 'is not', null)
    .orderBy('contradictedAt'),
)
