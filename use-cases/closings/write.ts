import type { ClosingOrder } from '#domain/closings/closing.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ActId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Writes down the staff's word on an end, before its run is told. Refusal: idempotency_conflict for another order's id. */
export async function writeClosing(
  { pool }: Pick<Database, 'pool'>,
  order: ClosingOrder,
): Promise<void> {
  const sql = onPool(pool)
  const word = [
    order.actId,
    order.transactionId,
    order.refundId,
    order.verdict,
    order.operatorReference,
    order.closedBy,
  ]
  await sql.rows(
    `insert into closing (id, transaction_id, refund_id, verdict, operator_reference, closed_by, reason, approvals_needed)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing`,
    [...word, order.reason, order.approvalsNeeded],
  )
  const written = await sql.rows(
    `select id from closing where id = $1 and transaction_id = $2 and refund_id is not distinct from $3::uuid
       and verdict = $4 and operator_reference = $5 and closed_by = $6`,
    word,
  )
  if (written.length === 0) throw fail('idempotency_conflict')
}

/** True once the books have counted it. */
export async function isClosingCounted(
  { pool }: Pick<Database, 'pool'>,
  actId: ActId,
): Promise<boolean> {
  const counted = await onPool(pool).rows(
    'select id from closing where id = $1 and counted_at is not null',
    [actId],
  )
  return counted.length > 0
}
