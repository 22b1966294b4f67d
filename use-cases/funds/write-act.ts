import { fail } from '#domain/errors/errors.ts'
import type { FundsAct } from '#domain/funds/funds.ts'
import type { ActId, TransactionId } from '#domain/ids.ts'
import type { RefundOrder } from '#domain/refunds/refund.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'

/** An order about a payment's funds. */
export interface FundsOrder {
  readonly actId: ActId
  readonly transactionId: TransactionId
  readonly act: FundsAct
  readonly actedBy: string
}

/** Written by whom it concerns, 500 characters at most; kept in the books alone. */
export type ActReason = { readonly reason: string | null }

/** Writes down what is ordered about a refund, before its run is told. Refusal: idempotency_conflict for another order's id. */
export async function writeRefundAct(
  database: Database,
  order: RefundOrder & ActReason,
): Promise<void> {
  await write(onPool(database.pool), statements.refund, [
    order.actId,
    order.refundId,
    order.act,
    order.actedBy,
    order.reason,
  ])
}

/** The same for an order about funds. */
export async function writeFundsAct(
  database: Database,
  order: FundsOrder & ActReason,
): Promise<void> {
  await write(onPool(database.pool), statements.funds, [
    order.actId,
    order.transactionId,
    order.act,
    order.actedBy,
    order.reason,
  ])
}

/** True once the books followed this order, of either kind. */
export async function isActApplied(database: Database, actId: ActId): Promise<boolean> {
  const applied = await onPool(database.pool).rows(
    `select id from refund_act where id = $1 and applied_at is not null union all
     select id from funds_act where id = $1 and applied_at is not null`,
    [actId],
  )
  return applied.length > 0
}

const statements = {
  refund: {
    insert: `insert into refund_act (id, refund_id, act, acted_by, reason) values ($1, $2, $3, $4, $5)
      on conflict (id) do nothing`,
    find: 'select id from refund_act where id = $1 and refund_id = $2 and act = $3 and acted_by = $4',
  },
  funds: {
    insert: `insert into funds_act (id, transaction_id, act, acted_by, reason) values ($1, $2, $3, $4, $5)
      on conflict (id) do nothing`,
    find: 'select id from funds_act where id = $1 and transaction_id = $2 and act = $3 and acted_by = $4',
  },
} as const

async function write(
  sql: Sql,
  { insert, find }: { readonly insert: string; readonly find: string },
  values: readonly (string | null)[],
): Promise<void> {
  await sql.rows(insert, values)
  const found = await sql.rows(find, values.slice(0, 4))
  if (found.length === 0) throw fail('idempotency_conflict')
}
