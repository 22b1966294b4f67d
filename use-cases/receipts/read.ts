import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { logoPath } from '#domain/settings/logo.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import type { Database } from '#db/connect.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { toRecord, transactionRows } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The merchant as its receipts show it. */
export async function readReceiptMerchant(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<ReceiptMerchant> {
  const { digest, type, ...merchant } = await onPool(database.pool).only(
    merchantOf({ serviceEnvId }),
  )
  return { ...merchant, logoPath: digest && type && logoPath({ digest, type }) }
}

const merchantOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv as e')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .leftJoin('serviceLogo as l', 'l.serviceId', 's.id')
    .select(['s.publicName', 's.name as serviceName', 's.address', 's.phone', 's.email'])
    .select(['s.taxNumber', 's.tradeRegister', 'l.digest', 'l.type'])
    .where('e.id', '=', p.serviceEnvId),
)

/** The successful payment of a signed code, whose signature replaces the scope; undefined if there is none. */
export async function findReceiptTransaction(
  database: Database,
  id: TransactionId,
): Promise<TransactionRecord | undefined> {
  const row = await onPool(database.pool).first(paid({ id }))
  return row && toRecord(row)
}

const paid = prepared((p: Params<{ id: TransactionId }>) =>
  transactionRows.where('t.id', '=', p.id).where('t.status', '=', 'succeeded'),
)

/** True for the token in this transaction's creation answer; compared in constant time. */
export async function isReceiptToken(
  database: Database,
  id: TransactionId,
  token: string,
): Promise<boolean> {
  const row = await onPool(database.pool).first(tokenOf({ id }))
  const digest = row?.receiptTokenDigest ?? Buffer.alloc(0)
  return database.keyring.sameBytes(digest, receiptTokenDigest(database, token))
}

const tokenOf = prepared((p: Params<{ id: TransactionId }>) =>
  db.selectFrom('transaction').select('receiptTokenDigest').where('id', '=', p.id),
)

/** The only stored form of a receipt token. */
export function receiptTokenDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('receipt-token', token)
}
