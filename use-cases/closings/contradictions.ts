import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Expression, jsonArrayFrom, type Params, prepared, sql } from '#db/statements.ts'

/**
 * What contradicts the end of a payout or refund in our books: the operator a verdict of staff, or its own first answer; or a
 * line of a statement that two supervisors have confirmed.
 */
export type ContradictionSource = 'verdict' | 'answer' | 'statement'

/** A contradiction, as the desk shows it. */
export interface ListedContradiction {
  /** How it ended, as our books have it. */
  readonly ended_as: ClosingVerdict
  readonly source: ContradictionSource
  /** A timestamp is text, as in JSON. */
  readonly at: string
  /** True once two supervisors have settled it with the merchant, or its operator has gone back on it before that. */
  readonly is_settled: boolean
  /**
   * When its operator said again what our books say, if that is its last word: what is open then goes the other way.
   */
  readonly retracted_at: string | null
}

/** A contradiction of a transaction, or of a refund of it. */
export interface OrderContradiction extends ListedContradiction {
  /** Null for the transaction itself. */
  readonly refundId: RefundId | null
}

/**
 * Those of a transaction and its refunds, oldest first, without the lines of statements, which have
 * [a list of their own](../reconciliation/confirmed.ts).
 */
export async function listContradictions(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<OrderContradiction[]> {
  const orders = await onPool(pool).all(contradictedOrders({ transactionId }))
  return orders
    .flatMap(({ refundId, contradictions }) => contradictions.map((one) => ({ ...one, refundId })))
    .filter(({ source }) => source !== 'statement')
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const contradictedOrders = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('contradiction as c')
    .select('c.refundId')
    .select((eb) =>
      contradictionsOf(eb.ref('c.transactionId'), eb.ref('c.refundId')).as('contradictions'),
    )
    .where('c.transactionId', '=', p.transactionId),
)

/** The contradictions of a payout or refund, oldest first, as a JSON column. */
export function contradictionsOf(
  transactionId: Expression<TransactionId>,
  refundId: Expression<RefundId | null>,
) {
  const orderId = sql<string>`coalesce(${refundId}::uuid, ${transactionId}::uuid)`
  const ofVerdict = db
    .selectFrom('closing as c')
    .where('c.transactionId', '=', transactionId)
    .where('c.refundId', 'is not distinct from', refundId)
    .where('c.contradictedAt', 'is not', null)
  const verdicts = ofVerdict
    .select(['c.verdict as ended_as', named('verdict')])
    .select((eb) => eb.ref('c.contradictedAt').$notNull().as('at'))
  const paid = db
    .selectFrom('paidAfterAll as p')
    .select([sql<ClosingVerdict>`'not_paid'`.as('ended_as'), named('answer'), 'p.toldAt as at'])
    .where('p.transactionId', '=', transactionId)
    .where('p.refundId', 'is not distinct from', refundId)
  const unpaid = db
    .selectFrom('unpaidAfterAll as u')
    .select([sql<ClosingVerdict>`'paid'`.as('ended_as'), named('answer'), 'u.toldAt as at'])
    .where('u.transactionId', '=', transactionId)
    .where('u.refundId', 'is not distinct from', refundId)
  // A line that contradicted a verdict is listed with the verdict.
  const lines = db
    .selectFrom('confirmedLine as l')
    .select([sql<ClosingVerdict>`'not_paid'`.as('ended_as'), named('statement')])
    .select('l.confirmedAt as at')
    .where('l.orderId', '=', orderId)
    .where('l.isBooked', '=', true)
    .where((eb) => eb.not(eb.exists(ofVerdict.select('c.id'))))
  return jsonArrayFrom(
    db
      .selectFrom(verdicts.unionAll(paid).unionAll(unpaid).unionAll(lines).as('k'))
      .select(['k.ended_as', 'k.source', 'k.at'])
      .select([isSettled(orderId).as('is_settled'), retractedAt(orderId).as('retracted_at')])
      .orderBy('k.at'),
  )
}

/** How often the operator has contradicted our books, or itself, about an order; after an even number it agrees with us. */
export function wordsOf(
  transactionId: Expression<TransactionId>,
  refundId: Expression<RefundId | null>,
) {
  const told = db
    .selectFrom('staffNotice as w')
    .select('w.id')
    .where('w.transactionId', '=', transactionId)
    .where('w.refundId', 'is not distinct from', refundId)
    .where('w.kind', '=', 'closing_contradicted')
  const orderId = sql<string>`coalesce(${refundId}::uuid, ${transactionId}::uuid)`
  return sql<number>`((exists ${told})::int + ${laterWords(orderId)})::int`
}

const named = (source: ContradictionSource) =>
  sql<ContradictionSource>`${sql.lit(source)}`.as('source')

/** How often it has changed its mind since. */
function laterWords(orderId: Expression<string>) {
  const words = db
    .selectFrom('laterWord as w')
    .select((eb) => eb.fn.countAll().as('words'))
    .where('w.orderId', '=', orderId)
  return sql<number>`(${words})`
}

/** Words alternate: after an odd number of later words, the last one agrees with our books. */
export function isRetracted(orderId: Expression<string>) {
  return sql<boolean>`${laterWords(orderId)} % 2 = 1`
}

/** When the operator came to agree with our books; null if its last word contradicts them. */
function retractedAt(orderId: Expression<string>) {
  const last = db
    .selectFrom('laterWord as w')
    .select((eb) =>
      sql<string | null>`case when count(*) % 2 = 1 then max(${eb.ref('w.toldAt')}) end`.as('at'),
    )
    .where('w.orderId', '=', orderId)
  return sql<string | null>`(${last})`
}

/** True if nothing of a contradicted order is open: each later word and each settlement reverses this. */
export function isSettled(orderId: Expression<string>) {
  return sql<boolean>`(${settlementsDone(orderId)} + ${laterWords(orderId)}) % 2 = 1`
}

/** How often it was settled so far. */
export function settlementsDone(orderId: Expression<string>) {
  const done = db
    .selectFrom('contradictionSettlement as s')
    .select((eb) => eb.fn.countAll().as('done'))
    .where('s.orderId', '=', orderId)
    .where('s.state', '=', sql.lit('done'))
  return sql<number>`(${done})`
}
