import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FundsStatus, Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import {
  ownerColumns,
  ownerJoins,
  pageValues,
  type QueuePage,
  type Scoped,
  type ScopedRow,
  scopeOf,
} from '#use-cases/desk/owner-columns.ts'
import { onPool } from '#db/sql.ts'

/** A payment whose money the staff has to decide about: funds that wait, or a debit that came after the end. */
export interface QueuedMoney extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  readonly provider: string
  readonly providerReference: string | null
  readonly status: TransactionStatus
  /** What the payer was debited. */
  readonly charged: Money
  /** What of it is the merchant's. */
  readonly net: Money
  readonly funds: FundsStatus | null
  /** Of a late debit, the refund that gives it back, where there is one that may. */
  readonly refund: { readonly id: RefundId; readonly status: RefundStatus } | null
  /** Since when it waits: its end, or the late word of the operator. */
  readonly waitsSince: Date
  /** Since then, by the database's clock. */
  readonly ageSeconds: number
}

/** What a queue is narrowed to, and where it goes on. */
export interface MoneyQueuePage extends QueuePage {
  readonly mode?: Mode | undefined
}

/** Funds that wait for one of these decisions, the oldest first. */
export function listFundsQueue(
  database: Pick<Database, 'pool'>,
  { statuses, ...page }: MoneyQueuePage & { readonly statuses: readonly FundsStatus[] },
): Promise<QueuedMoney[]> {
  return list(database, statements.funds, [statuses, ...valuesOf(page)])
}

/** Debits after the end of their payment, the oldest first; `isOpen`: those that nobody gives back yet. */
export function listLateOutcomes(
  database: Pick<Database, 'pool'>,
  { isOpen, ...page }: MoneyQueuePage & { readonly isOpen: boolean },
): Promise<QueuedMoney[]> {
  return list(database, statements.late, [isOpen, ...valuesOf(page)])
}

/** The funds of a payment. Refusal: transaction_not_found, also for a payment that has none. */
export async function findQueuedFunds(
  database: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedMoney> {
  const [found] = await list(database, statements.find, [id])
  if (found === undefined) throw fail('transaction_not_found')
  return found
}

/** A debit after the end of its payment. Refusal: transaction_not_found, also for a payment that has none. */
export async function findLateOutcome(
  database: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedMoney> {
  const [found] = await list(database, statements.findLate, [id])
  if (found === undefined) throw fail('transaction_not_found')
  return found
}

function valuesOf({ mode, ...page }: MoneyQueuePage): readonly unknown[] {
  return [mode ?? null, ...pageValues(page)]
}

const select = (
  since: string,
): string => `select t.id, ${ownerColumns}, t.reference, t.provider, t.provider_reference,
    t.status, t.amount_charged, t.charged_currency, t.net_amount, t.net_currency, t.funds_status, ${since} as waits_since,
    (select json_build_object('id', r.id, 'status', r.status) from refund r where r.transaction_id = t.id
      and r.origin = 'service' and r.status not in ('rejected', 'failed', 'cancelled')
      order by r.created_at limit 1) as refund,
    floor(extract(epoch from now() - ${since}))::int as age_seconds
  from transaction t ${ownerJoins}`

const page = (since: string): string => `and ($2::text is null or t.mode = $2)
  and ($3::timestamptz is null or (${since}, t.id) > ($3, $4::uuid)) order by ${since}, t.id limit $5`

const statements = {
  find: `${select('t.completed_at')} where t.id = $1 and t.funds_status is not null`,
  findLate: `${select('t.late_outcome_at')} where t.id = $1 and t.late_outcome_at is not null`,
  funds: `${select('t.completed_at')}
    where t.funds_status in ('held', 'pending_confirmation') and t.funds_status = any($1::text[])
    ${page('t.completed_at')}`,
  late: `${select('t.late_outcome_at')} where t.late_outcome_at is not null
    and (not $1::boolean or not exists (select from refund r where r.transaction_id = t.id
      and r.status not in ('rejected', 'failed', 'cancelled'))) ${page('t.late_outcome_at')}`,
}

async function list(
  { pool }: Pick<Database, 'pool'>,
  statement: string,
  values: readonly unknown[],
): Promise<QueuedMoney[]> {
  const rows = await onPool(pool).rows<MoneyRow>(statement, values)
  return rows.map((row) => ({
    ...scopeOf(row),
    id: row.id,
    reference: row.reference,
    provider: row.provider,
    providerReference: row.provider_reference,
    status: row.status,
    charged: money(BigInt(row.amount_charged), row.charged_currency),
    net: money(BigInt(row.net_amount), row.net_currency),
    funds: row.funds_status,
    refund: row.refund,
    waitsSince: new Date(row.waits_since),
    ageSeconds: row.age_seconds,
  }))
}

interface MoneyRow extends ScopedRow {
  readonly id: TransactionId
  readonly reference: string
  readonly provider: string
  readonly provider_reference: string | null
  readonly status: TransactionStatus
  readonly amount_charged: string
  readonly charged_currency: CurrencyCode
  readonly net_amount: string
  readonly net_currency: CurrencyCode
  readonly funds_status: FundsStatus | null
  readonly refund: QueuedMoney['refund']
  readonly waits_since: string
  readonly age_seconds: number
}
