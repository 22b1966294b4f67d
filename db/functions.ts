import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { db, type Expression, type Params, prepared, sql } from './statements.ts'

/** What the compiler cannot check: functions of the database and locks that are no row's, each named here once. */

interface Posting {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly transactionId: TransactionId | null
  readonly kind: MovementKind
  readonly provider: string
  readonly currency: string
  readonly entries: string
  readonly refundId: RefundId | null
}

/** Books one movement; `entries` as JSON of account and amount. False when it was booked before. */
export const ledgerPost = prepared((p: Params<Posting>) => db.selectNoFrom(posting(p).as('posted')))

/** The same as a part of a statement, which may leave it out. */
export function posting(p: Params<{ [Name in keyof Posting]: Posting[Name] | null }>) {
  return sql<boolean>`ledger_post(${p.serviceEnvId}, ${p.mode}, ${p.transactionId}, ${p.kind}, ${p.provider},
    ${p.currency}, ${p.entries}, ${p.refundId})`
}

/** Waits for its turn among the transactions that take one of this name; it lasts until the end of this transaction. */
export const takeTurn = prepared((p: Params<{ name: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${p.name}, 0))`.as('turn')),
)

/** The clock of the database. */
export const now = sql<Date>`now()`

/** The same, not that of the start of the transaction: what one does after the other is in order. */
export const clockTime = sql<Date>`clock_timestamp()`

/** So many milliseconds from now, by the clock of the database. */
export function inMs(ms: number | Expression<number>) {
  return sql<Date>`now() + ${ms}::bigint * interval '1 ms'`
}

/** One of many values given as one list: `.where('id', '=', anyOf(p.ids))`. Left out where a list is no parameter: `in`. */
export function anyOf<Value>(list: Expression<readonly Value[]>) {
  return sql<Value>`any(${list})`
}

/** One of these, written out in the text: an index of such rows alone serves it, which a parameter cannot promise. */
export function oneOf<Value extends string>(
  column: Expression<Value | null>,
  values: readonly Value[],
) {
  return sql<boolean>`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`
}
