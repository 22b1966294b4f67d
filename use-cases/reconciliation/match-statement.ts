import type { CurrencyCode } from '#domain/money/currency.ts'
import type { ReconciliationId, RefundId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import {
  boundsOf,
  differenceOf,
  edgeMs,
  type KnownOrder,
  type ReconciliationState,
  type StatementStatus,
} from '#domain/reconciliation/reconciliation.ts'
import { type WatchedSubject, watchReported } from '#use-cases/late-outcomes/watches.ts'
import type { Database } from '#db/connect.ts'
import { linesTurn, takeTurn } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import type { MatchStanding } from '#workflows/contract.ts'

const linesAtOnce = 1000

/**
 * Matches the next lines with the database; once all are matched, searches the next orders that are on no line. A
 * worker that takes over after a crash continues after the last committed batch.
 */
export function matchNext(
  { pool }: Pick<Database, 'pool'>,
  id: ReconciliationId,
): Promise<MatchStanding> {
  return inTransaction(pool, async (sql) => {
    const { state, provider } = await sql.one<Standing>(lock, [id])
    if (state === 'matching') await matchLines(sql, { id, provider })
    if (state === 'searching' && (await searchNext(sql, id))) await endReconciliation(sql, id)
    return sql.one<MatchStanding>(progress, [id])
  })
}

interface Standing {
  readonly state: ReconciliationState
  readonly provider: string
}

const lock = 'select state, provider from reconciliation where id = $1 for update'

const progress = `select state, lines_done as "linesDone", lines_total as "linesTotal" from reconciliation where id = $1`

async function matchLines(
  sql: Sql,
  { id, provider }: { readonly id: ReconciliationId; readonly provider: string },
): Promise<void> {
  // Of two statements matched at once, one sees the other's lines; and an operator's contradiction sees them too.
  await sql.run(takeTurn({ name: linesTurn(provider) }))
  const lines = await sql.rows<Line>(readLines, [id, provider, linesAtOnce])
  const found = lines.filter(({ order_id: orderId }) => orderId !== null)
  const earlier = await sql.rows<Ended>(readEarlier, [id, found.map((line) => line.order_id)])
  const judged = judge(lines, earlier)
  await sql.rows(noteOrders, [id, found.map(numberOf), found.map((line) => line.order_id)])
  await sql.rows(insertDifferences, [
    id,
    judged.map(({ line }) => line.number),
    judged.map(({ kind }) => kind),
    judged.map(({ line }) => line.kind),
    ...ourSides.map((column) => judged.map(({ line }) => line[column])),
  ])
  await watchReported(sql, judged.flatMap(deniedBy))
  await sql.rows(move, [id, lines.at(-1)?.number ?? 0, lines.length, lines.length - judged.length])
}

type Judged = {
  readonly line: Line
  readonly kind: Exclude<ReturnType<typeof differenceOf>, null>
}

/** An order whose end the line denies, as far as its operator’s own answers go: one change of mind is booked. */
function deniedBy({ line, kind }: Judged): readonly WatchedSubject[] {
  const { our_status: status, standing, transaction_id: transactionId, refund_id: refundId } = line
  if (kind !== 'status_differs' || standing === 'open' || transactionId === null) return []
  const isContradicted = (status === 'succeeded') !== (standing === 'moved')
  return isContradicted ? [] : [{ transactionId, refundId }]
}

type Ended = Pick<Line, 'order_id' | 'status'>

/**
 * The lines that differ. A line may repeat an earlier one, of this batch or another; it does so only if it is about the
 * same order, because two orders may share a reference and the second must be reported too.
 */
function judge(lines: readonly Line[], earlier: readonly Ended[]): Judged[] {
  const endOf = ({ order_id: orderId, status }: Ended): string => `${orderId} ${status}`
  const seen = new Set(earlier.map(endOf))
  return lines.flatMap((line) => {
    const end = endOf(line)
    const isRepeated =
      line.order_id === null ? line.is_repeated : line.is_told_again || seen.has(end)
    seen.add(end)
    const kind = differenceOf(toldBy(line), knownBy(line), isRepeated)
    return kind === null ? [] : [{ line, kind }]
  })
}

interface Line {
  readonly number: number
  readonly kind: string
  readonly status: StatementStatus
  readonly amount: string
  readonly currency: CurrencyCode
  readonly is_repeated: boolean
  /** True if another statement has the same movement of the order, under another reference of the operator. */
  readonly is_told_again: boolean
  readonly order_id: string | null
  readonly transaction_id: TransactionId | null
  readonly refund_id: RefundId | null
  readonly our_amount: string | null
  readonly our_currency: CurrencyCode | null
  readonly our_status: string | null
  readonly standing: KnownOrder['standing'] | null
}

const ourSides = [
  'order_id',
  'transaction_id',
  'refund_id',
  'our_amount',
  'our_currency',
  'our_status',
] as const

function numberOf({ number }: Line): number {
  return number
}

function toldBy({ status, amount, currency }: Line) {
  return { status, amount: money(BigInt(amount), currency) }
}

function knownBy({ standing, our_amount: amount, our_currency: currency }: Line) {
  if (standing === null || amount === null || currency === null) return null
  return { standing, amount: money(BigInt(amount), currency) }
}

/**
 * Our own id identifies the order best; of several that share the operator's reference, the one with this amount. Statements
 * may overlap: a movement has the same reference on both, and the same order under another one moved twice.
 */
const readLines = `select l.number, l.kind, l.status, l.amount, l.currency, l.is_repeated,
    o.id as order_id, o.transaction_id, o.refund_id, o.amount as our_amount, o.currency as our_currency, o.status as our_status, o.standing,
    l.status <> 'failed' and exists (select from operator_statement_line e
      where e.order_id = o.id and e.reconciliation_id <> l.reconciliation_id and e.status = l.status
        and lower(e.operator_reference) <> lower(l.operator_reference)) as is_told_again
  from operator_statement_line l left join lateral (
    select c.* from (
      select v.*, 1 as choice from operator_order v where v.operator_request_id = l.request_id
      union all
      select v.*, 2 from operator_order v where v.provider_reference = l.operator_reference) c
    where c.mode = 'live' and c.provider = $2 and (c.kind = 'collection') = (l.kind = 'collection')
    order by c.choice, (c.amount, c.currency) = (l.amount, l.currency) desc, c.id limit 1) o on true
  where l.reconciliation_id = $1 and l.number > (select last_line from reconciliation where id = $1)
  order by l.number limit $3`

/** What earlier lines reported about these orders. */
const readEarlier = `select order_id, status from operator_statement_line
  where reconciliation_id = $1 and order_id = any($2::uuid[])`

const noteOrders = `update operator_statement_line l set order_id = found.order_id
  from unnest($2::int[], $3::uuid[]) as found(number, order_id)
  where l.reconciliation_id = $1 and l.number = found.number`

const insertDifferences = `insert into reconciliation_difference
    (reconciliation_id, line, kind, order_kind, order_id, transaction_id, refund_id, amount, currency, status)
  select $1, d.* from unnest($2::int[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::bigint[],
    $9::text[], $10::text[]) as d`

const move = `update reconciliation set last_line = greatest(last_line, $2), lines_done = lines_done + $3,
    lines_agreed = lines_agreed + $4,
    state = case when lines_done + $3 = lines_total then 'searching' else state end
  where id = $1`

const ordersAtOnce = 5000

/** Searches the next orders of the period that are on no statement; true if there are no more. */
async function searchNext(sql: Sql, id: ReconciliationId): Promise<boolean> {
  const { from, to } = await sql.one<{ from: string; to: string }>(readDays, [id])
  const bounds = boundsOf({ from, to })
  if (bounds === undefined) throw new RangeError('a reconciliation without a period')
  const { orders } = await sql.one<{ orders: number }>(search, [
    id,
    new Date(bounds.start.getTime() - edgeMs),
    new Date(bounds.end.getTime() - edgeMs),
    ordersAtOnce,
  ])
  return orders < ordersAtOnce
}

/**
 * Everything is matched. Closes differences where an earlier statement lacked what this one has, or the other way
 * round: an order near the edge of a period may be on either. Ends take turns: of two at once, neither would see what
 * the other found.
 */
async function endReconciliation(sql: Sql, id: ReconciliationId): Promise<void> {
  await sql.run(takeTurn({ name: 'the end of a reconciliation' }))
  await sql.rows(closeFound, [id])
  await sql.rows(`update reconciliation set state = 'done', completed_at = now() where id = $1`, [
    id,
  ])
}

const readDays = `select from_day::text as from, to_day::text as to from reconciliation where id = $1`

/**
 * Whether a line accounts for an order whose money moved: it says so, or it already is a difference. A line that agreed on
 * a failure says nothing about money that moved later.
 */
const answers = `(l.status = 'succeeded' or exists (select from reconciliation_difference e
  where e.reconciliation_id = l.reconciliation_id and e.line = l.number))`

/** Orders whose money moved according to us, and that are on no statement of this operator. */
const search = `with r as (select * from reconciliation where id = $1),
  batch as (
    select o.* from operator_order o, r
    where o.provider = r.provider and o.mode = 'live' and o.kind = any(r.kinds) and o.standing = 'moved'
      and o.known_at >= $2 and o.known_at < $3
      and (r.last_known_at is null or (o.known_at, o.id) > (r.last_known_at, r.last_order_id))
      and case when r.service_env_id is null then not exists (
          select from operator_account a where a.service_env_id = o.service_env_id and a.provider = o.provider)
        else o.service_env_id = r.service_env_id end
    order by o.known_at, o.id limit $4),
  missing as (
    insert into reconciliation_difference
      (reconciliation_id, kind, order_kind, order_id, transaction_id, refund_id, amount, currency, status)
    select $1, 'missing_there', b.kind, b.id, b.transaction_id, b.refund_id, b.amount, b.currency, b.status from batch b
    where not exists (select from operator_statement_line l where l.order_id = b.id and ${answers})
    order by b.known_at, b.id),
  moved as (
    update reconciliation set orders_done = orders_done + (select count(*) from batch),
      last_known_at = (select known_at from batch order by known_at desc, id desc limit 1),
      last_order_id = (select id from batch order by known_at desc, id desc limit 1)
    where id = $1 and exists (select from batch))
  select count(*)::int as orders from batch`

const closeFound = `update reconciliation_difference d set closed_at = now(), found_in = found.reconciliation_id
  from (select l.order_id, min(l.reconciliation_id::text)::uuid as reconciliation_id
    from reconciliation_difference o join operator_statement_line l on l.order_id = o.order_id
    where o.kind = 'missing_there' and o.closed_at is null
      and (o.reconciliation_id = $1 or l.reconciliation_id = $1) and ${answers}
    group by l.order_id) found
  where d.kind = 'missing_there' and d.closed_at is null and d.order_id = found.order_id`
