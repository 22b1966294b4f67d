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

/** The operator said that it has the request. */
export async function confirmRequest(database: Database, id: TransactionId): Promise<void> {
  await onPool(database.pool).rows(
    `update transaction set operator_state = 'taken' where id = $1 and operator_state = 'sent'`,
    [id],
  )
}

/** The transaction an operator speaks of in a callback, by the id that it was asked under. */
export async function findByOperatorRequest(
  database: Database,
  requestId: OperatorRequestId,
): Promise<TransactionId | undefined> {
  const [row] = await onPool(database.pool).rows<{ id: TransactionId }>(
    'select id from transaction where operator_request_id = $1',
    [requestId],
  )
  return row?.id
}
