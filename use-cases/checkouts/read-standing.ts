import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { Sql } from '#db/sql.ts'

/** How a checkout stands, to its run; the time that is left is by the clock of the books. */
export interface Standing {
  readonly status: CheckoutStatus
  readonly paymentId: TransactionId | null
  readonly isRecorded: boolean
  readonly leftMs: number
}

/** Reads it as this transaction sees it. */
export async function readStanding(sql: Sql, id: CheckoutId): Promise<Standing> {
  const row = await sql.one<{
    status: CheckoutStatus
    payment_id: TransactionId | null
    is_recorded: boolean
    left_ms: number
  }>(
    `select status, payment_id, payment_id is not null and payment_id is not distinct from transaction_id as is_recorded,
       extract(epoch from expires_at - now())::float8 * 1000 as left_ms
     from checkout where id = $1`,
    [id],
  )
  return {
    status: row.status,
    paymentId: row.payment_id,
    isRecorded: row.is_recorded,
    leftMs: row.left_ms,
  }
}
