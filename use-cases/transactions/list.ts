import type { TerminalId, TransactionId } from '#domain/ids.ts'
import type { SearchReading } from '#domain/search/reading.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  type Channel,
  channels,
  type TransactionStatus,
  transactionStatuses,
  type TransactionType,
} from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import type { Position } from '#db/pages.ts'
import { msAgo } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Expression, sql } from '#db/statements.ts'
import { newestHits } from '#use-cases/search/hits.ts'
import { toRecord, transactionRows, type TransactionScope } from './find.ts'

export interface TransactionFilter {
  readonly id?: TransactionId
  readonly statuses?: readonly TransactionStatus[]
  readonly type?: TransactionType
  readonly channel?: Channel
  readonly terminalId?: TerminalId
  readonly reference?: string
  /** Whatever a text may mean, as in the search. Together with it only times count; a `Sieve` has the other filters. */
  readonly search?: SearchReading
  readonly createdAfter: Date
  /** No older than this, by the clock of the database. */
  readonly ageMaxMs?: number
  readonly createdBefore?: Date
}

/** The last transaction that a list has shown. */
export type ListPosition = Position<TransactionId>

export interface ListPart {
  readonly filter: TransactionFilter
  readonly limit: number
  readonly position?: ListPosition
}

/** Newest first, at most `limit`, starting after `position`; one extra row says that there are more. */
export async function listTransactions(
  { pool }: Pick<Database, 'pool'>,
  scope: TransactionScope,
  part: ListPart,
): Promise<TransactionRecord[]> {
  const found = newestOf(scope, part)
  const rows = await onPool(pool).all(
    transactionRows
      .innerJoin(found.as('found'), 'found.id', 't.id')
      .orderBy('t.createdAt', 'desc')
      .orderBy('t.id', 'desc'),
  )
  return rows.map(toRecord)
}

/**
 * A filter by kind reads the newest of each kind, and then the newest of those. Each kind is read from its own end of
 * an index, so a rare or absent kind is as fast as any other.
 */
export function newestOf(scope: TransactionScope, part: ListPart) {
  const { filter, limit } = part
  const isFound = filter.search !== undefined
  if (!isFound && !isByKind(scope, filter)) return newest(scope, part)
  const { kinds, ofKind } = isFound ? hitsAsKinds(scope, part) : kindsOf(scope, filter)
  const rows = isFound ? within(scope) : ofKindFirst(scope, part)
  return db
    .selectFrom(kinds.as('kind'))
    .innerJoinLateral(rows.where(ofKind).as('newest'), (join) => join.onTrue())
    .select(['newest.id', 'newest.createdAt', 'newest.type', 'newest.status', 'newest.provider'])
    .select([
      'newest.amount',
      'newest.currency',
      'newest.amountCharged',
      'newest.netAmount',
      'newest.channel',
    ])
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(limit)
}

function kindsOf(scope: TransactionScope, filter: TransactionFilter) {
  const { statuses = transactionStatuses, type, channel } = filter
  const once = [...new Set(statuses)]
  if (isOfOne(scope, filter)) {
    return {
      kinds: sql<object>`(select * from unnest(${once}::text[]) as s(status))`,
      ofKind: sql<boolean>`t.status = kind.status`,
    }
  }
  const types = type ? [type] : ['collection', 'payout']
  return {
    kinds: sql<object>`(select * from unnest(${once}::text[]) as s(status), unnest(${types}::text[]) as y(type),
      unnest(${channel ? [channel] : channels}::text[]) as c(channel))`,
    ofKind: sql<boolean>`t.status = kind.status and t.type = kind.type and t.channel = kind.channel`,
  }
}

/** What a search finds, each row as a kind of its own. */
function hitsAsKinds({ serviceEnvId }: TransactionScope, { filter, ...part }: ListPart) {
  return {
    kinds: newestHits(serviceEnvId, { ...filter, ...part }),
    ofKind: sql<boolean>`t.id = kind.id`,
  }
}

function isByKind(scope: TransactionScope, filter: TransactionFilter): boolean {
  const { id, reference, statuses, type, channel } = filter
  if (id !== undefined || reference !== undefined) return false
  return isOfOne(scope, filter) || (statuses ?? type ?? channel) !== undefined
}

/** For one terminal or link: their indexes only separate the states. */
function isOfOne(scope: TransactionScope, filter: TransactionFilter): boolean {
  return (scope.terminalId ?? scope.paymentLinkId ?? filter.terminalId) !== undefined
}

/** The newest of all kinds. */
function newest(scope: TransactionScope, { filter, limit, position }: ListPart) {
  let found = matching(scope, filter).where('t.createdAt', '>=', earliest(filter))
  if (filter.createdBefore !== undefined)
    found = found.where('t.createdAt', '<', filter.createdBefore)
  if (position !== undefined) {
    const { createdAt, id } = position
    found = found.where((eb) =>
      eb(eb.refTuple('t.createdAt', 't.id'), '<', eb.tuple(createdAt, id)),
    )
  }
  return found.orderBy('t.createdAt', 'desc').orderBy('t.id', 'desc').limit(limit)
}

/**
 * The newest of one kind, by the time expression that only the indexes of kinds use. Otherwise the planner, which
 * assumes all kinds to be equally frequent, would search all rows for a kind that does not occur.
 */
function ofKindFirst(scope: TransactionScope, { filter, limit, position }: ListPart) {
  let found = matching(scope, filter).where(sql<boolean>`${at} >= ${inUtc(earliest(filter))}`)
  if (filter.createdBefore !== undefined)
    found = found.where(sql<boolean>`${at} < ${inUtc(filter.createdBefore)}`)
  if (position !== undefined) {
    const { createdAt, id } = position
    found = found.where(sql<boolean>`(${at}, t.id) < (${inUtc(createdAt)}, ${id}::uuid)`)
  }
  return found.orderBy(at, 'desc').orderBy('t.id', 'desc').limit(limit)
}

const at = sql<string>`(${column('transaction.createdAt', 't')} at time zone 'UTC')`
const inUtc = (time: Date | Expression<Date>) =>
  sql<string>`(${time}::timestamptz at time zone 'UTC')`

function earliest({ createdAfter, ageMaxMs }: TransactionFilter): Date | Expression<Date> {
  if (ageMaxMs === undefined) return createdAfter
  return sql<Date>`greatest(${createdAfter}::timestamptz, ${msAgo(ageMaxMs)})`
}

function matching(scope: TransactionScope, filter: TransactionFilter) {
  const { id, statuses, type, channel, reference } = filter
  let found = within(scope)
  if (id !== undefined) found = found.where('t.id', '=', id)
  if (statuses !== undefined) found = found.where('t.status', 'in', statuses)
  if (type !== undefined) found = found.where('t.type', '=', type)
  if (channel !== undefined) found = found.where('t.channel', '=', channel)
  if (reference !== undefined) found = found.where('t.reference', '=', reference)
  const { terminalId } = filter
  return terminalId === undefined ? found : found.where('t.terminalId', '=', terminalId)
}

function within(scope: TransactionScope) {
  const { serviceEnvId, pointOfSaleId, terminalId, paymentLinkId, checkoutId } = scope
  let found = db
    .selectFrom('transaction as t')
    .select(['t.id', 't.createdAt', 't.type', 't.status', 't.provider'])
    .select(['t.amount', 't.currency', 't.amountCharged', 't.netAmount', 't.channel'])
    .where('t.serviceEnvId', '=', serviceEnvId)
  if (pointOfSaleId !== undefined)
    found = found.where('t.terminalId', 'in', (eb) =>
      eb.selectFrom('terminal').select('terminal.id').where('pointOfSaleId', '=', pointOfSaleId),
    )
  if (terminalId !== undefined) found = found.where('t.terminalId', '=', terminalId)
  if (paymentLinkId !== undefined) found = found.where('t.paymentLinkId', '=', paymentLinkId)
  return checkoutId === undefined ? found : found.where('t.checkoutId', '=', checkoutId)
}
