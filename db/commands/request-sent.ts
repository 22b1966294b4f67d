import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/**
 * Records that the request is about to leave for the operator, before it does. True for the one caller that may send;
 * false when it was sent before, by whoever: its fate is then asked for, it is never sent blindly again.
 */
export async function claimRequest(database: Database, id: TransactionId): Promise<boolean> {
  const claimed = await onPool(database.pool).rows(
    `update transaction set operator_state = 'sent'
     where id = $1 and status = 'pending' and operator_state = 'unsent' returning id`,
    [id],
  )
  return claimed.length > 0
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
