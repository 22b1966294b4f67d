import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/**
 * What a payer needs to confirm: a collection that has less left is not sent any more. A quarter of its time where its
 * whole time is short.
 */
const isInTime = `(type <> 'collection' or now() < expires_at - least(interval '15 seconds', (expires_at - created_at) / 4))`

/** Who may send a request: this caller; nobody, for it was sent before; or nobody, for it is too late to begin. */
export type RequestClaim = 'claimed' | 'sent_before' | 'too_late'

/**
 * Records that the request is about to leave for the operator, before it does, for one caller alone. The fate of one that
 * was sent before is asked for: it is never sent blindly again. One that could not be confirmed in time never leaves.
 */
export async function claimRequest(database: Database, id: TransactionId): Promise<RequestClaim> {
  const sql = onPool(database.pool)
  const claimed = await sql.rows(
    `update transaction set operator_state = 'sent'
     where id = $1 and status = 'pending' and operator_state = 'unsent' and ${isInTime} returning id`,
    [id],
  )
  if (claimed.length > 0) return 'claimed'
  const { is_late: isLate } = await sql.one<{ is_late: boolean }>(
    `select status = 'pending' and operator_state = 'unsent' as is_late from transaction where id = $1`,
    [id],
  )
  return isLate ? 'too_late' : 'sent_before'
}

/**
 * True where a request that the operator did not find may leave once more, under the same id: it is wanted still, and can
 * be confirmed in time.
 */
export async function maySendAgain(database: Database, id: TransactionId): Promise<boolean> {
  const wanted = await onPool(database.pool).rows(
    `update transaction set operator_state = 'sent'
     where id = $1 and status = 'pending' and operator_state <> 'unsent' and ${isInTime} returning id`,
    [id],
  )
  return wanted.length > 0
}

/** The operator certainly does not have the request: it may be sent again, under the same id. */
export async function releaseRequest(database: Database, id: TransactionId): Promise<void> {
  await onPool(database.pool).rows(
    `update transaction set operator_state = 'unsent'
     where id = $1 and status = 'pending' and operator_state = 'sent'`,
    [id],
  )
}

/** The operator said that it has the request, and maybe what it calls it. */
export async function confirmRequest(
  database: Database,
  id: TransactionId,
  providerReference?: string,
): Promise<void> {
  await onPool(database.pool).rows(
    `update transaction set operator_state = 'taken', provider_reference = coalesce(provider_reference, $2)
     where id = $1 and operator_state = 'sent'`,
    [id, providerReference ?? null],
  )
}

/** What the operator calls a request, told after the request was given up waiting for. */
export async function noteReference(
  database: Database,
  requestId: OperatorRequestId,
  providerReference: string,
): Promise<void> {
  await onPool(database.pool).rows(
    `with noted as (
       update transaction set provider_reference = $2
       where operator_request_id = $1 and provider_reference is null)
     update refund set provider_reference = $2
     where operator_request_id = $1 and provider_reference is null`,
    [requestId, providerReference],
  )
}
