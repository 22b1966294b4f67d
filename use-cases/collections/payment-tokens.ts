import type { OperatorRequestId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'

const purpose = 'payment-token'

/** A payment to record, with what its acquirer or bank is to be charged by, if anything. */
export interface TokenOwner {
  readonly record: { readonly operatorRequestId: OperatorRequestId }
  readonly paymentToken?: string | null
}

/** Keeps the token, sealed, in the transaction that accepts the payment. */
export async function keepPaymentToken(
  sql: Sql,
  keyring: Keyring,
  { record, paymentToken: token }: TokenOwner,
): Promise<void> {
  if (token == null) return
  await sql.rows('insert into payment_token (operator_request_id, token_sealed) values ($1, $2)', [
    record.operatorRequestId,
    keyring.seal(purpose, token),
  ])
}

/** The token that this request is charged by; undefined for a payment that needs none. */
export async function readPaymentToken(
  { pool, keyring }: Database,
  requestId: OperatorRequestId,
): Promise<string | undefined> {
  const [row] = await onPool(pool).rows<{ token_sealed: Buffer }>(
    'select token_sealed from payment_token where operator_request_id = $1',
    [requestId],
  )
  return row && keyring.open(purpose, row.token_sealed).toString('utf8')
}
