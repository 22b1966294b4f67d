import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Mode, TransactionStatus } from '#domain/transactions/transaction.ts'
import { closingsOf, type ListedClosing } from '#use-cases/closings/columns.ts'
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

/** A payout by Mobile Money whose operator stays, or stayed, silent. */
export interface QueuedPayout extends Scoped {
  readonly id: TransactionId
  readonly reference: string
  /** What the beneficiary gets. */
  readonly amount: Money
  readonly status: TransactionStatus
  readonly provider: string
  readonly providerReference: string | null
  /** What the operator is to be asked by. */
  readonly operatorRequestId: OperatorRequestId
  readonly closings: readonly ListedClosing[]
  readonly createdAt: Date
  /** When staff was told for the first time. */
  readonly waitsSince: Date
  /** Since then, by the database's clock. */
  readonly ageSeconds: number
}

/** What the queue is narrowed to, and where it goes on; `closed` by the word of staff, `contradicted` by the operator after it. */
export interface PayoutQueuePage extends QueuePage {
  readonly state: 'open' | 'closed' | 'contradicted'
  readonly mode?: Mode | undefined
}

/** The oldest first. */
export async function listPayoutQueue(
  { pool }: Pick<Database, 'pool'>,
  { state, mode, ...page }: PayoutQueuePage,
): Promise<QueuedPayout[]> {
  const rows = await onPool(pool).rows<PayoutRow>(
    `${select} where n.kind = 'payout_undecided' and n.number = 1 and ($1::text is null or t.mode = $1) and ${states[state]}
       and ($2::timestamptz is null or (n.created_at, t.id) > ($2, $3::uuid))
     order by n.created_at, t.id limit $4`,
    [mode ?? null, ...pageValues(page)],
  )
  return rows.map(toPayout)
}

/** One of them, in whatever state. Refusal: transaction_not_found, also for one whose operator was never silent. */
export async function findQueuedPayout(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<QueuedPayout> {
  const [row] = await onPool(pool).rows<PayoutRow>(
    `${select} where n.kind = 'payout_undecided' and n.number = 1 and t.id = $1`,
    [id],
  )
  if (row === undefined) throw fail('transaction_not_found')
  return toPayout(row)
}

const ended = (
  more: string,
): string => `exists (select from closing c where c.transaction_id = t.id and c.refund_id is null
  and c.ended_at is not null ${more})`

const states: Readonly<Record<PayoutQueuePage['state'], string>> = {
  open: `t.status = 'pending'`,
  closed: ended(''),
  contradicted: ended('and c.contradicted_at is not null'),
}

const select = `select t.id, ${ownerColumns}, t.reference, t.amount, t.currency, t.status, t.provider, t.provider_reference,
    t.operator_request_id, ${closingsOf('t.id', 'null')} as closings, t.created_at, n.created_at as waits_since,
    floor(extract(epoch from now() - n.created_at))::int as age_seconds
  from staff_notice n join transaction t on t.id = n.transaction_id ${ownerJoins}`

interface PayoutRow extends ScopedRow {
  readonly id: TransactionId
  readonly reference: string
  readonly amount: string
  readonly currency: CurrencyCode
  readonly status: TransactionStatus
  readonly provider: string
  readonly provider_reference: string | null
  readonly operator_request_id: OperatorRequestId
  readonly closings: readonly ListedClosing[]
  readonly created_at: string
  readonly waits_since: string
  readonly age_seconds: number
}

function toPayout(row: PayoutRow): QueuedPayout {
  return {
    ...scopeOf(row),
    id: row.id,
    reference: row.reference,
    amount: money(BigInt(row.amount), row.currency),
    status: row.status,
    provider: row.provider,
    providerReference: row.provider_reference,
    operatorRequestId: row.operator_request_id,
    closings: row.closings,
    createdAt: new Date(row.created_at),
    waitsSince: new Date(row.waits_since),
    ageSeconds: row.age_seconds,
  }
}
