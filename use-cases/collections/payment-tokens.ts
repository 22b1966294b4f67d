import type { OperatorRequestId } from '#domain/ids.ts'
import type { Keyring } from '#platform/keyring.ts'
import type { Database } from '#db/connect.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A payment to record, with the token its acquirer or bank is to charge, if any. */
export interface TokenOwner {
  readonly record: { readonly operatorRequestId: OperatorRequestId }
  readonly paymentToken?: string | null
}

/** Stores the token, sealed, in the transaction that accepts the payment. */
export async function keepPaymentToken(
  sql: Sql,
  keyring: Keyring,
  { record, paymentToken: token }: TokenOwner,
): Promise<void> {
  if (token == null) return
  const { operatorRequestId } = record
  const tokenSealed = keyring.seal(sealedColumns.paymentToken, operatorRequestId, token)
  await sql.run(db.insertInto('paymentToken').values({ operatorRequestId, tokenSealed }))
}

/** The token that this request charges; undefined for a payment that needs none. */
export async function readPaymentToken(
  { pool, keyring }: Database,
  requestId: OperatorRequestId,
): Promise<string | undefined> {
  const row = await onPool(pool).first(tokenOf({ requestId }))
  return (
    row && keyring.open(sealedColumns.paymentToken, requestId, row.tokenSealed).toString('utf8')
  )
}

const tokenOf = prepared((p: Params<{ requestId: OperatorRequestId }>) =>
  db.selectFrom('paymentToken').select('tokenSealed').where('operatorRequestId', '=', p.requestId),
)
