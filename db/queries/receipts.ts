import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { ReceiptMerchant } from '#domain/receipt.ts'
import type { Database } from '#db/connect.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { ServiceEnvSchema } from '#db/entities/merchant.ts'
import { TransactionSchema } from '#db/entities/transaction.ts'
import { toRecord, transactionParties } from '#db/queries/transactions.ts'
import { onPool } from '#db/sql.ts'

/** The merchant as its receipts name it. */
export async function readReceiptMerchant(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<ReceiptMerchant> {
  const { service } = await database
    .em()
    .findOneOrFail(ServiceEnvSchema, { id: serviceEnvId }, { populate: ['service'] })
  return {
    publicName: service.publicName,
    serviceName: service.name,
    logoUrl: service.logoUrl ?? null,
    address: service.address ?? null,
    phone: service.phone ?? null,
    email: service.email ?? null,
  }
}

/** The successful payment that a signed code names: the signature stands for the scope; undefined where there is none. */
export async function findReceiptTransaction(
  database: Database,
  id: TransactionId,
): Promise<TransactionRecord | undefined> {
  const found = await database
    .em()
    .findOne(TransactionSchema, { id, status: 'succeeded' }, { populate: transactionParties })
  return found === null ? undefined : toRecord(found)
}

/** True for the token that the creation answer of this transaction gave; compared in constant time. */
export async function isReceiptToken(
  database: Database,
  id: TransactionId,
  token: string,
): Promise<boolean> {
  const [row] = await onPool(database.pool).rows<{ receipt_token_digest: Buffer | null }>(
    'select receipt_token_digest from transaction where id = $1',
    [id],
  )
  const digest = row?.receipt_token_digest ?? Buffer.alloc(0)
  return database.keyring.sameBytes(digest, receiptTokenDigest(database, token))
}

/** The only form in which a receipt token is kept. */
export function receiptTokenDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('receipt-token', token)
}
