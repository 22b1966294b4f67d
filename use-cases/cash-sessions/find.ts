import type { CashSessionRecord, ProviderTotals } from '#domain/cash-sessions/cash-session.ts'
import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId, ServiceEnvId, TerminalId, TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { anyOf, msAgo, rowCountIf } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type InferResult, type Params, prepared, sql } from '#db/statements.ts'
import { takenBack } from '#use-cases/refunds/find.ts'
import { originOf } from '#use-cases/terminals/origin.ts'

/** The sessions a read may see: of one terminal, service and mode, and for a terminal key only recent ones. */
export interface CashSessionScope {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId: TerminalId
  /** Opened no longer ago than this, by the clock of the database. */
  readonly ageMaxMs?: number
}

/** The sessions a list may see: of one terminal, or of the whole service. */
export type CashSessionsScope = Omit<CashSessionScope, 'terminalId'> & {
  readonly terminalId?: TerminalId
}

/** A position in a list, newest first: everything up to it was already shown. */
export interface CashSessionPosition {
  readonly openedAt: Date
  readonly id: CashSessionId
}

/** One session with its sales. Refusal: cash_session_not_found. */
export async function findCashSession(
  database: Database,
  scope: CashSessionsScope,
  id: CashSessionId,
): Promise<CashSessionRecord> {
  const rows = await onPool(database.pool).all(within(scope).where('s.id', '=', id))
  const [session] = await withTotals(database, rows)
  if (session === undefined) throw fail('cash_session_not_found')
  return session
}

/** Newest first, at most `limit`, after `position`. */
export async function listCashSessions(
  database: Database,
  scope: CashSessionsScope,
  page: {
    readonly limit: number
    readonly position?: CashSessionPosition
    readonly isOpen?: boolean
  },
): Promise<CashSessionRecord[]> {
  const { limit, position, isOpen } = page
  let query = within(scope)
  if (isOpen !== undefined)
    query = query.where(
      sql`(${column('cashSession.closedAt', 's')} is null and ${column('cashSession.expiresAt', 's')} > now())`,
      '=',
      isOpen,
    )
  const after = position && { createdAt: position.openedAt, id: position.id }
  const rows = await onPool(database.pool).all(
    newestFirst(query, ['s.openedAt', 's.id'], { limit, after }),
  )
  return withTotals(database, rows)
}

const sessions = db
  .selectFrom('cashSession as s')
  .innerJoin('serviceEnv as e', 'e.id', 's.serviceEnvId')
  .innerJoin('terminal as t', 't.id', 's.terminalId')
  .innerJoin('collaborator as c', 'c.id', 's.collaboratorId')
  .leftJoin('pointOfSale as p', 'p.id', 't.pointOfSaleId')
  .select(['s.id', 'e.mode', 's.channel', 's.currency', 's.openingFloat', 's.countedCash'])
  .select(['s.note', 's.openedAt', 's.expiresAt', 's.closedAt', 's.closedBy'])
  .select(['t.id as terminalId', 't.label', 'p.id as placeId', 'p.name as placeName'])
  .select(['c.id as collaboratorId', 'c.name as collaboratorName'])
  .select(sql<boolean>`${column('cashSession.expiresAt', 's')} <= now()`.as('isExpired'))

function within({ serviceEnvId, terminalId, ageMaxMs }: CashSessionsScope) {
  let query = sessions.where('s.serviceEnvId', '=', serviceEnvId)
  if (terminalId !== undefined) query = query.where('s.terminalId', '=', terminalId)
  if (ageMaxMs !== undefined) query = query.where('s.openedAt', '>=', msAgo(ageMaxMs))
  return query
}

type SessionRow = InferResult<typeof sessions>[number]

/** The database sums minor units, once for all sessions of a page. */
async function withTotals(
  database: Database,
  rows: readonly SessionRow[],
): Promise<CashSessionRecord[]> {
  if (rows.length === 0) return []
  const sums = await onPool(database.pool).all(sumsOf({ ids: rows.map(({ id }) => id) }))
  return rows.map((row) =>
    toRecord(row, sums.filter(({ cashSessionId }) => cashSessionId === row.id).map(totalsOf)),
  )
}

const succeeded = sql<boolean>`${column('transaction.status')} = 'succeeded'`
const isTakenBack = sql<boolean>`${succeeded} and exists ${takenBack(sql<TransactionId>`${column('transaction.id')}`)}`

const sums = db
  .selectFrom('transaction')
  .select(['cashSessionId', 'provider', 'chargedCurrency'])
  .select([
    rowCountIf(succeeded).as('count'),
    sql<bigint>`coalesce(sum(${column('transaction.amountCharged')}) filter (where ${succeeded}), 0)::int8`.as(
      'amount',
    ),
    sql<bigint>`coalesce(sum(${column('transaction.feeAmount')}) filter (where ${succeeded}), 0)::int8`.as(
      'fees',
    ),
    rowCountIf(sql<boolean>`${succeeded} and ${column('transaction.refundedAmount')} > 0`).as(
      'refundsCount',
    ),
    sql<bigint>`coalesce(sum(${column('transaction.refundedAmount')}) filter (where ${succeeded}), 0)::int8`.as(
      'refunds',
    ),
    rowCountIf(isTakenBack).as('takenBackCount'),
    sql<bigint>`coalesce(sum(${column('transaction.amountCharged')}) filter (where ${isTakenBack}), 0)::int8`.as(
      'takenBack',
    ),
    rowCountIf(sql<boolean>`${column('transaction.status')} = 'pending'`).as('pendingCount'),
  ])
  .where('type', '=', 'collection')
  // The refund of a late debit is the service's: neither its debit nor its return is the merchant's.
  .where('status', 'in', ['succeeded', 'pending'])
  .groupBy(['cashSessionId', 'provider', 'chargedCurrency'])

const sumsOf = prepared((p: Params<{ ids: readonly CashSessionId[] }>) =>
  sums.where('cashSessionId', '=', anyOf(p.ids)).orderBy('provider').orderBy('chargedCurrency'),
)

function totalsOf(row: InferResult<typeof sums>[number]): ProviderTotals {
  const { provider, count, refundsCount, takenBackCount, pendingCount } = row
  const { chargedCurrency: currency } = row
  return {
    provider,
    count,
    refundsCount,
    takenBackCount,
    pendingCount,
    amount: money(row.amount, currency),
    fees: money(row.fees, currency),
    refunds: money(row.refunds, currency),
    takenBack: money(row.takenBack, currency),
  }
}

function toRecord(row: SessionRow, byProvider: readonly ProviderTotals[]): CashSessionRecord {
  const { terminalId, label, placeId, placeName, ...ofCashier } = row
  const { collaboratorId, collaboratorName, ...counted } = ofCashier
  const { currency, openingFloat, countedCash, ...session } = counted
  return {
    ...session,
    terminal: originOf({ id: terminalId, label, placeId, placeName }),
    operator: { id: collaboratorId, name: collaboratorName },
    openingFloat: money(openingFloat, currency),
    countedCash: countedCash === null ? null : money(countedCash, currency),
    byProvider,
  }
}
