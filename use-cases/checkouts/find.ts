import {
  type CheckoutRecord,
  type CheckoutStatus,
  payableCheckout,
} from '#domain/checkouts/checkout.ts'
import type { CurrencyCode } from '#domain/money/currency.ts'
import type { LinkDisplay } from '#domain/pricing/display.ts'
import type {
  CashSessionId,
  CheckoutId,
  CollaboratorId,
  ServiceEnvId,
  TerminalId,
  TransactionId,
} from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { TerminalType } from '#domain/terminals/terminal.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { type Frozen, thaw } from '#db/types/frozen.ts'
import { timeOf } from '#db/types/time.ts'

/** Where a read of checkouts may look: one service in one mode, of it one terminal's own for a terminal key. */
export interface CheckoutScope {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId?: TerminalId
}

/** The checkout, or undefined where this scope has none of this id. */
export async function findCheckout(
  database: Database,
  scope: CheckoutScope,
  id: CheckoutId,
): Promise<CheckoutRecord | undefined> {
  const [row] = await onPool(database.pool).rows<CheckoutRow>(
    `${select} where c.id = $1 and c.service_env_id = $2 and ($3::uuid is null or c.terminal_id = $3)`,
    [id, scope.serviceEnvId, scope.terminalId ?? null],
  )
  return row && toRecord(row)
}

/** The checkout of this id, whoever made it, as its payers meet it: they know the id alone. */
export async function findPayableCheckout(
  database: Database,
  id: CheckoutId,
): Promise<Payable | undefined> {
  const [row] = await onPool(database.pool).rows<CheckoutRow>(`${select} where c.id = $1`, [id])
  return row && payableCheckout(toRecord(row))
}

/** The checkout that must be there, as this transaction sees it. */
export async function readCheckoutRow(sql: Sql, id: CheckoutId): Promise<CheckoutRecord> {
  return toRecord(await sql.one<CheckoutRow>(`${select} where c.id = $1`, [id]))
}

// Nobody can pay an open one after its time, though its run may not have written so yet.
const select = `select c.id, c.service_env_id, e.mode, c.channel, c.cash_session_id, c.amount::text, c.currency, c.display,
    c.description, case when c.status = 'open' and c.expires_at <= now() then 'expired' else c.status end as status,
    c.payment_id, c.transaction_id, extract(epoch from c.expires_at - now()::timestamptz(3))::float8 * 1000 as left_ms,
    c.expires_at, c.created_at, c.completed_at, c.cancelled_at,
    t.id as terminal_id, t.label as terminal_label, p.id as place_id, p.name as place_name,
    o.id as collaborator_id, o.name as collaborator_name
  from checkout c join service_env e on e.id = c.service_env_id left join terminal t on t.id = c.terminal_id
    left join point_of_sale p on p.id = t.point_of_sale_id left join collaborator o on o.id = c.collaborator_id`

interface CheckoutRow {
  readonly id: CheckoutId
  readonly service_env_id: ServiceEnvId
  readonly mode: Mode
  readonly channel: TerminalType
  readonly cash_session_id: CashSessionId | null
  readonly amount: string
  readonly currency: CurrencyCode
  readonly display: Frozen<LinkDisplay>
  readonly description: string | null
  readonly status: CheckoutStatus
  readonly payment_id: TransactionId | null
  readonly transaction_id: TransactionId | null
  readonly left_ms: number
  readonly expires_at: string
  readonly created_at: string
  readonly completed_at: string | null
  readonly cancelled_at: string | null
  readonly terminal_id: TerminalId | null
  readonly terminal_label: string
  readonly place_id: string | null
  readonly place_name: string
  readonly collaborator_id: CollaboratorId | null
  readonly collaborator_name: string
}

function toRecord(row: CheckoutRow): CheckoutRecord {
  return {
    id: row.id,
    serviceEnvId: row.service_env_id,
    mode: row.mode,
    channel: row.channel,
    terminal: row.terminal_id && {
      id: row.terminal_id,
      label: row.terminal_label,
      pointOfSale: row.place_id === null ? null : { id: row.place_id, name: row.place_name },
    },
    operator: row.collaborator_id && { id: row.collaborator_id, name: row.collaborator_name },
    cashSessionId: row.cash_session_id,
    price: money(BigInt(row.amount), row.currency),
    display: thaw(row.display),
    description: row.description,
    status: row.status,
    paymentId: row.payment_id,
    transactionId: row.transaction_id,
    leftMs: row.left_ms,
    expiresAt: new Date(row.expires_at),
    createdAt: new Date(row.created_at),
    completedAt: timeOf(row.completed_at),
    cancelledAt: timeOf(row.cancelled_at),
  }
}
