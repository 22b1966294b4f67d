import type { ClosingSubject, ClosingVerdict } from '#domain/closings/closing.ts'
import {
  closingContradicted,
  collectionTakenBack,
  type Entry,
  movedBack,
} from '#domain/ledger/ledger.ts'
import { clearingOf } from '#domain/payouts/payout.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { RefundRecord } from '#domain/refunds/record.ts'
import type { Database } from '#db/connect.ts'
import { clockTime, linesTurn, shareTurn } from '#db/functions.ts'
import { post } from '#db/ledger.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import {
  db,
  type ExpressionBuilder,
  type Nullable,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'
import { wordsOf } from './contradictions.ts'
import { compareAgain } from '#use-cases/reconciliation/compare-again.ts'
import { putOnList } from '#use-cases/notices/tell-staff.ts'
import { lockPayment } from '#use-cases/transactions/lock-payment.ts'
import { collectedAmounts } from '#use-cases/transactions/posting.ts'

/** What has ended, with its payment. */
export interface ClosedSubject {
  readonly payment: TransactionRecord
  /** Null if it is the payment or payout itself. */
  readonly refund: RefundRecord | null
  /** Minor units that a bank sent back of a transfer, if it kept some. */
  readonly returned?: bigint | undefined
}

/**
 * An operator says how an order ended that has ended in our books: by a verdict of staff, or by the operator's own earlier
 * answer. If it contradicts the books, the recorded outcome stays: what the operator owes us is corrected, the difference
 * is kept apart until people settle it, and staff is notified; the same at each later change of its mind. True if this is
 * news. Safe to repeat; takes turns with those who confirm a line of a statement.
 */
export async function contradictClosing(
  database: Pick<Database, 'pool'>,
  closed: ClosedSubject,
  said: ClosingVerdict,
): Promise<boolean> {
  // Of a transfer only people know.
  if (closed.payment.transfer) return false
  return inTransaction(database.pool, async (sql) => {
    // A line that is matched meanwhile is compared with what is known before, or compared again.
    await sql.run(shareTurn({ name: linesTurn(closed.payment.provider) }))
    const locked = await lockPayment(sql, closed.payment.id)
    const subject = subjectOf(closed)
    const closing = await sql.first(contradict({ ...subject, said }))
    const verdict = closing?.verdict ?? (await endBefore(sql, subject, said))
    const first = { ...closed, isLate: locked?.isLate === true, number: 1 }
    if (verdict === undefined) return hearAgain(sql, first, said)
    await bookContradiction(sql, first, verdict)
    return true
  })
}

/** How it ended by the operator's own answer, if that was the opposite; noted once. */
async function endBefore(
  sql: Sql,
  subject: ClosingSubject,
  said: ClosingVerdict,
): Promise<ClosingVerdict | undefined> {
  const order = { ...subject, orderId: subject.refundId ?? subject.transactionId }
  const isNews = (await sql.run(said === 'paid' ? payAfterAll(order) : takeBack(order))) > 0
  if (!isNews) return undefined
  return said === 'paid' ? 'not_paid' : 'paid'
}

/**
 * The operator may change its mind about an order that it has contradicted. Each word reverses the movement of the one
 * before, so the books follow the last, and staff is notified. After an even number of words the operator agrees with us.
 */
async function hearAgain(sql: Sql, closed: Contradicted, said: ClosingVerdict): Promise<boolean> {
  const { words, isPaid } = await sql.only(heard(subjectOf(closed)))
  const isOurs = (said === 'paid') === isPaid
  const isNews = isOurs === (words % 2 === 1)
  if (words === 0 || words >= wordsMax || !isNews) return false
  await bookContradiction(sql, { ...closed, number: words + 1 }, isPaid ? 'paid' : 'not_paid')
  return true
}

/** How often the operator has contradicted an order or itself so far, and how the order ended in our books. */
const heard = prepared(({ transactionId, refundId }: Params<ClosingSubject>) =>
  db
    .selectFrom('transaction as t')
    .leftJoin('refund as r', (join) => join.on('r.id', '=', refundId))
    .select((eb) => [
      wordsOf(transactionId, refundId).as('words'),
      isPaid(eb).$castTo<boolean>().as('isPaid'),
    ])
    .where('t.id', '=', transactionId),
)

type OfOrder = Tables & { t: Tables['transaction']; r: Nullable<Tables['refund']> }

/** True if our books have it as paid, in time or late. */
function isPaid(of: ExpressionBuilder<OfOrder, 't' | 'r'>) {
  return of.or([
    of(of.fn.coalesce('r.status', 't.status'), '=', 'succeeded'),
    of.and([of('r.id', 'is', null), of('t.lateOutcomeAt', 'is not', null)]),
  ])
}

/** If an operator changes its mind more often, people have to ask it. */
const wordsMax = 20

/** True if a verdict of staff ended it. */
export async function isClosedByStaff(
  { pool }: Pick<Database, 'pool'>,
  closed: ClosedSubject,
): Promise<boolean> {
  return (await onPool(pool).first(ended(subjectOf(closed)))) !== undefined
}

/**
 * Two supervisors confirmed that money left although our books say that it did not, by a staff verdict or the operator's
 * first answer. Booked like any contradiction.
 */
export async function contradictNotPaid(sql: Sql, closed: ClosedSubject): Promise<void> {
  const first = { ...closed, isLate: false, number: 1 }
  if (await hearAgain(sql, first, 'paid')) return
  await sql.run(contradict({ ...subjectOf(closed), said: 'paid' }))
  await bookContradiction(sql, first, 'not_paid')
}

/**
 * Staff saw that a bank sent back all or part of a transfer: booked like a payout that its operator did not pay after all.
 * What the bank kept becomes the service's loss once that is settled. False if it was not transferred, or was noted before.
 */
export async function bookSentBack(
  sql: Sql,
  payment: TransactionRecord,
  returned?: bigint,
): Promise<boolean> {
  if (!payment.transfer) return false
  await lockPayment(sql, payment.id)
  const order = { transactionId: payment.id, refundId: null, orderId: payment.id }
  if ((await sql.run(takeBack(order))) === 0) return false
  await bookContradiction(
    sql,
    { payment, refund: null, isLate: false, returned, number: 1 },
    'paid',
  )
  return true
}

function subjectOf({ payment, refund }: ClosedSubject): ClosingSubject {
  return { transactionId: payment.id, refundId: refund?.id ?? null }
}

interface Contradicted extends ClosedSubject {
  /** True for a payment whose payer was debited after the end. */
  readonly isLate: boolean
  /** Of the operator's words about it. */
  readonly number: number
}

async function bookContradiction(
  sql: Sql,
  closed: Contradicted,
  verdict: ClosingVerdict,
): Promise<void> {
  const { payment, refund, number } = closed
  const entries = entriesOf(closed, verdict)
  await post(sql, {
    serviceEnvId: payment.serviceEnvId,
    mode: payment.mode,
    transactionId: payment.id,
    ...(refund && { refundId: refund.id }),
    kind: 'closing_contradicted',
    number,
    provider: payment.provider,
    currency: (refund?.amount ?? payment.amountCharged).currency,
    entries: number % 2 === 0 ? movedBack(entries) : entries,
  })
  const subject = subjectOf({ payment, refund })
  const orderId = refund?.id ?? payment.id
  if (number > 1) await sql.run(db.insertInto('laterWord').values({ ...subject, orderId, number }))
  await sql.run(putOnList({ ...subject, kind: 'closing_contradicted', number }))
  await sql.run(compareAgain({ orderId }))
}

function entriesOf(
  { payment, refund, isLate, returned }: Contradicted,
  verdict: ClosingVerdict,
): Entry[] {
  if (refund !== null) return closingContradicted(verdict, { net: refund.amount.minor, fees: 0n })
  const amounts = collectedAmounts(payment)
  if (payment.type === 'payout') {
    const sent = { ...amounts, net: returned ?? amounts.net }
    return closingContradicted(verdict, sent, clearingOf(payment.provider))
  }
  // What was kept for its payer does not exist after all; people settle how much of it already went back to them.
  if (isLate) return closingContradicted('not_paid', { net: amounts.charged, fees: 0n })
  return collectionTakenBack(amounts)
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

const endedBy = ({ transactionId, refundId }: Params<ClosingSubject>) =>
  db
    .selectFrom('closing as c')
    .select('c.id')
    .where('c.transactionId', '=', transactionId)
    .where('c.refundId', 'is not distinct from', refundId)
    .where('c.endedAt', 'is not', null)

const ended = prepared(endedBy)

/**
 * A payout or refund that ended unpaid without a verdict of staff, unless two supervisors have confirmed already that it was
 * paid. A payment that was paid after its end is a late debit.
 */
const payAfterAll = prepared((p: Params<Order>) =>
  db
    .insertInto('paidAfterAll')
    .columns(orderColumns)
    .expression(
      endedAlone(p)
        .where((of) =>
          of(of.fn.coalesce('r.status', 't.status'), 'in', ['rejected', 'failed', 'cancelled']),
        )
        .where((of) => of.or([of('r.id', 'is not', null), of('t.type', '=', 'payout')]))
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('confirmedLine as l')
                .select('l.orderId')
                .where('l.orderId', '=', p.orderId)
                .where('l.isBooked', '=', true),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.column('orderId').doNothing()),
)

/** What succeeded without a verdict of staff, or late. Only people say that a bank sent a transfer back. */
const takeBack = prepared((p: Params<Order>) =>
  db
    .insertInto('unpaidAfterAll')
    .columns(orderColumns)
    .expression(endedAlone(p).where(isPaid))
    .onConflict((conflict) => conflict.column('orderId').doNothing()),
)

interface Order extends ClosingSubject {
  readonly orderId: string
}

const orderColumns = ['orderId', 'transactionId', 'refundId'] as const

/** The order, if no verdict of staff ended it. */
function endedAlone(p: Params<Order>) {
  return db
    .selectFrom('transaction as t')
    .leftJoin('refund as r', (join) => join.on('r.id', '=', p.refundId))
    .select((of) => [
      sql<string>`${p.orderId}::uuid`.as('orderId'),
      't.id',
      of.ref('r.id').as('refundId'),
    ])
    .where('t.id', '=', p.transactionId)
    .where((of) => of.not(of.exists(endedBy(p))))
}
