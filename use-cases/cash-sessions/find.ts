import type {
  CashSessionCloser,
  CashSessionRecord,
  ProviderTotals,
} from '#domain/cash-sessions/cash-session.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { CashSessionId, CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Where a read of sessions may look: one terminal of one service in one mode, and for a terminal key not far back. */
export interface CashSessionScope {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId: TerminalId
  readonly openedAfter?: Date
}

/** Where a list may look: one terminal, or all of the service. */
export type CashSessionsScope = Omit<CashSessionScope, 'terminalId'> & {
  readonly terminalId?: TerminalId
}

/** A place in a list ordered from the newest: what stands there and before is shown already. */
export interface CashSessionPosition {
  readonly openedAt: Date
  readonly id: CashSessionId
}

/** One session with what was sold in it. Refusal: cash_session_not_found. */
export async function findCashSession(
  database: Database,
  scope: CashSessionsScope,
  id: CashSessionId,
): Promise<CashSessionRecord> {
  const rows = await onPool(database.pool).rows<SessionRow>(
    `${select} where ${inScope} and s.id = $4`,
    [...scopeValues(scope), id],
  )
  const [session] = await withTotals(database, rows)
  if (session === undefined) throw fail('cash_session_not_found')
  return session
}

/** Newest first, `limit` at most, from after `position`. */
export async function listCashSessions(
  database: Database,
  scope: CashSessionsScope,
  page: {
    readonly limit: number
    readonly position?: CashSessionPosition
    readonly isOpen?: boolean
  },
): Promise<CashSessionRecord[]> {
  const { limit, position, isOpen = null } = page
  const rows = await onPool(database.pool).rows<SessionRow>(
    `${select} where ${inScope} and ($4::timestamptz is null or (s.opened_at, s.id) < ($4, $5::uuid))
       and ($7::boolean is null or (s.closed_at is null and s.expires_at > now()) = $7)
     order by s.opened_at desc, s.id desc limit $6`,
    [...scopeValues(scope), position?.openedAt ?? null, position?.id ?? null, limit, isOpen],
  )
  return withTotals(database, rows)
}

const select = `select s.id, e.mode, s.channel, s.currency, s.opening_float::text, s.counted_cash::text, s.note,
    s.opened_at, s.expires_at, s.closed_at, s.closed_by, s.expires_at <= now() as is_expired,
    t.id as terminal_id, t.label as terminal_label, p.id as place_id, p.name as place_name,
    c.id as collaborator_id, c.name as collaborator_name
  from cash_session s join service_env e on e.id = s.service_env_id join terminal t on t.id = s.terminal_id
    join collaborator c on c.id = s.collaborator_id left join point_of_sale p on p.id = t.point_of_sale_id`

const inScope = `s.service_env_id = $1 and ($2::uuid is null or s.terminal_id = $2) and s.opened_at >= coalesce($3::timestamptz, '-infinity')`

function scopeValues({ serviceEnvId, terminalId, openedAfter }: CashSessionsScope): unknown[] {
  return [serviceEnvId, terminalId ?? null, openedAfter ?? null]
}

/** The sums are made in minor units by the database, once for all sessions of a page. */
async function withTotals(
  database: Database,
  rows: readonly SessionRow[],
): Promise<CashSessionRecord[]> {
  if (rows.length === 0) return []
  const sums = await onPool(database.pool).rows<SumRow>(
    `select cash_session_id, provider, charged_currency as currency,
       count(*) filter (where status = 'succeeded')::int as count,
       coalesce(sum(amount_charged) filter (where status = 'succeeded'), 0)::text as amount,
       coalesce(sum(fee_amount) filter (where status = 'succeeded'), 0)::text as fees,
       count(*) filter (where refunded_amount > 0)::int as refunds_count,
       sum(refunded_amount)::text as refunds,
       count(*) filter (where status = 'pending')::int as pending_count
     from transaction where cash_session_id = any($1::uuid[]) and type = 'collection'
       and (status in ('succeeded', 'pending') or refunded_amount > 0)
     group by cash_session_id, provider, charged_currency order by provider, charged_currency`,
    [rows.map(({ id }) => id)],
  )
  return rows.map((row) =>
    toRecord(row, sums.filter((sum) => sum.cash_session_id === row.id).map(totalsOf)),
  )
}

interface SumRow {
  readonly cash_session_id: CashSessionId
  readonly provider: string
  readonly currency: CurrencyCode
  readonly count: number
  readonly amount: string
  readonly fees: string
  readonly refunds_count: number
  readonly refunds: string
  readonly pending_count: number
}

function totalsOf(row: SumRow): ProviderTotals {
  const { provider, currency, count } = row
  return {
    provider,
    count,
    amount: money(BigInt(row.amount), currency),
    fees: money(BigInt(row.fees), currency),
    refundsCount: row.refunds_count,
    refunds: money(BigInt(row.refunds), currency),
    pendingCount: row.pending_count,
  }
}

interface SessionRow {
  readonly id: CashSessionId
  readonly mode: Mode
  readonly channel: TerminalType
  readonly currency: CurrencyCode
  readonly opening_float: string
  readonly counted_cash: string | null
  readonly note: string | null
  readonly opened_at: string
  readonly expires_at: string
  readonly closed_at: string | null
  readonly closed_by: CashSessionCloser | null
  readonly is_expired: boolean
  readonly terminal_id: TerminalId
  readonly terminal_label: string
  readonly place_id: string | null
  readonly place_name: string | null
  readonly collaborator_id: CollaboratorId
  readonly collaborator_name: string
}

function toRecord(row: SessionRow, byProvider: readonly ProviderTotals[]): CashSessionRecord {
  const { currency, place_id: placeId, place_name: placeName } = row
  return {
    id: row.id,
    mode: row.mode,
    terminal: {
      id: row.terminal_id,
      label: row.terminal_label,
      pointOfSale: placeId === null || placeName === null ? null : { id: placeId, name: placeName },
    },
    operator: { id: row.collaborator_id, name: row.collaborator_name },
    channel: row.channel,
    openedAt: new Date(row.opened_at),
    expiresAt: new Date(row.expires_at),
    closedAt: row.closed_at === null ? null : new Date(row.closed_at),
    closedBy: row.closed_by,
    isExpired: row.is_expired,
    openingFloat: money(BigInt(row.opening_float), currency),
    countedCash: row.counted_cash === null ? null : money(BigInt(row.counted_cash), currency),
    note: row.note,
    byProvider,
  }
}
