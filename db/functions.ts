import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { MovementKind } from '#domain/ledger/movement-kinds.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { column, db, type Expression, type Params, prepared, sql } from './statements.ts'

/** What the compiler cannot check: database functions, and locks that are not rows. Each is defined once, here. */

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

/** Posts one movement; `entries` as JSON of account and amount. False if it was already posted. */
export const ledgerPost = prepared((p: Params<Posting>) => db.selectNoFrom(posting(p).as('posted')))

/** The same as part of a statement, which may skip it. */
export function posting(p: Params<{ [Name in keyof Posting]: Posting[Name] | null }>) {
  return sql<boolean>`ledger_post(${p.serviceEnvId}, ${p.mode}, ${p.transactionId}, ${p.kind}, ${p.provider},
    ${p.currency}, ${p.entries}, ${p.refundId})`
}

/** Gives the statements of this transaction a minute each: for work with many rows. */
export const patiently = db.selectNoFrom(
  sql`set_config('statement_timeout', '60s', true)`.as('patience'),
)

/** Waits for its turn among transactions with this name; the turn lasts until the transaction ends. */
export const takeTurn = prepared((p: Params<{ name: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${p.name}, 0))`.as('turn')),
)

/** Shares such a turn with others until the transaction ends; whoever takes it waits for all who share it. */
export const shareTurn = prepared((p: Params<{ name: string }>) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock_shared(hashtextextended(${p.name}, 0))`.as('turn')),
)

/** The name of the turn in which payouts are suspended; transactions that accept payouts share it. */
export function suspensionTurn(mode: Mode): string {
  return `payout suspensions in ${mode}`
}

/** The name of the turn in which lines of an operator are matched; whoever contradicts one of its orders shares it. */
export function linesTurn(provider: string): string {
  return `lines of ${provider}`
}

/** The name of the turn in which orders of an operator are booked under a reference that people or a statement name. */
export function referencesTurn(provider: string): string {
  return `references of ${provider}`
}

/** The name of the turn in which rules on funds are created. */
export const fundsRulesTurn = 'funds rules'

/**
 * The name of the turn in which a service's account at an operator is set. Orders share it when they are about to be
 * sent: each is sent under the old or the new account, and whoever sets the new one sees those already sent.
 */
export function operatorAccountTurn(serviceEnvId: string, provider: string): string {
  return `operator account ${serviceEnvId} ${provider}`
}

/** Shares that turn until the transaction ends, as part of a statement; true for each row that it is evaluated for. */
export function sharingOperatorAccount(
  serviceEnvId: Expression<ServiceEnvId>,
  provider: Expression<string>,
) {
  const name = sql`'operator account ' || ${serviceEnvId}::text || ' ' || ${provider}`
  return sql<boolean>`pg_advisory_xact_lock_shared(hashtextextended(${name}, 0)) is not null`
}

/** True if event `e` is of this payment or of a refund of it. Each of the two has an index. */
export function isOfPayment(id: Expression<TransactionId>) {
  return sql<boolean>`(${column('event.subjectId', 'e')} = ${id}
    or ${column('event.transactionId', 'e')} = ${id} and ${column('event.refundId', 'e')} is not null)`
}

/** A reference as it is compared, whatever its case and spaces: as `bareReference` of domain/text/reference.ts has it. */
export function bareReference(reference: Expression<string | null>) {
  return sql<string>`lower(replace(${reference}, ' ', ''))`
}

/** The number of rows. */
export const rowCount = sql<number>`count(*)::int`

/** The number of rows for which this is true. */
export function rowCountIf(condition: Expression<boolean | null>) {
  return sql<number>`(count(*) filter (where ${condition}))::int`
}

/** The clock of the database. */
export const now = sql<Date>`now()`

/** The day of a moment in the main market, a `date`, as `localDay` in domain/text/local-day.ts computes it. */
export function localDayOf(time: Expression<Date | null>) {
  return sql<string>`(${time} at time zone 'UTC' + interval '1 hour')::date`
}

/** The same, but not fixed at the start of the transaction: consecutive statements get increasing times. */
export const clockTime = sql<Date>`clock_timestamp()`

/** This many milliseconds from now, by the clock of the database. */
export function inMs(ms: number | Expression<number>) {
  return sql<Date>`now() + ${ms}::bigint * interval '1 ms'`
}

/** This many milliseconds ago, likewise. */
export function msAgo(ms: number) {
  return sql<Date>`(now() - ${ms}::bigint * interval '1 ms')`
}

/**
 * Matches any value of a list parameter: `.where('id', '=', anyOf(p.ids))`. Needed only in prepared statements;
 * elsewhere use `in`.
 */
export function anyOf<Value>(list: Expression<readonly Value[]>) {
  return sql<Value>`any(${list})`
}

/** Matches one of these constants, written into the text: only then can PostgreSQL use a partial index on them. */
export function oneOf<Value extends string>(
  column: Expression<Value | null>,
  values: readonly Value[],
) {
  return sql<boolean>`${column} in (${sql.join(values.map((value) => sql.lit(value)))})`
}
