import type { RefundId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/**
 * Records that an approved refund is about to leave for the operator, before it does. True for the one caller that may
 * send; false when it was sent before: its fate is then asked for, it is never sent blindly again.
 */
export async function claimRefund(database: Database, id: RefundId): Promise<boolean> {
  const claimed = await onPool(database.pool).rows(
    `update refund set status = 'processing', operator_state = 'sent'
     where id = $1 and status in ('approved', 'processing') and operator_state = 'unsent' returning id`,
    [id],
  )
  return claimed.length > 0
}

/** The operator certainly does not have the refund: it may be sent again, under the same id. */
export async function releaseRefund(database: Database, id: RefundId): Promise<void> {
  await onPool(database.pool).rows(
    `update refund set operator_state = 'unsent'
     where id = $1 and status = 'processing' and operator_state = 'sent'`,
    [id],
  )
}

/** The operator said that it has the refund, and maybe what it calls it. */
export async function confirmRefund(
  database: Database,
  id: RefundId,
  providerReference?: string,
): Promise<void> {
  await onPool(database.pool).rows(
    `update refund set operator_state = 'taken', provider_reference = coalesce(provider_reference, $2)
     where id = $1 and status = 'processing' and operator_state = 'sent'`,
    [id, providerReference ?? null],
  )
}

/** Staff is told that the operator leaves the refund's outcome open; true when it was not told for this time yet. */
export async function flagRefund(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
  number: number,
): Promise<boolean> {
  const told = await onPool(pool).rows(
    `with flagged as (
       update refund set attention_at = coalesce(attention_at, now())
       where id = $1 and status = 'processing' returning id, transaction_id)
     insert into staff_notice (transaction_id, refund_id, kind, number)
     select transaction_id, id, 'refund_undecided', $2 from flagged
     on conflict on constraint staff_notice_once do nothing returning id`,
    [id, number],
  )
  return told.length > 0
}
