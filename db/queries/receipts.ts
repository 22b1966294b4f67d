import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { logoPath, type LogoType } from '#domain/logo.ts'
import type { ReceiptMerchant } from '#domain/receipt.ts'
import type { Database } from '#db/connect.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { TransactionSchema } from '#db/entities/transaction.ts'
import { toRecord, transactionParties } from '#db/queries/transactions.ts'
import { onPool } from '#db/sql.ts'

/** The merchant as its receipts name it. */
export async function readReceiptMerchant(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<ReceiptMerchant> {
  const { digest, type, ...merchant } = await onPool(database.pool).one<MerchantRow>(
    `select s.public_name as "publicName", s.name as "serviceName", s.address, s.phone, s.email, l.digest, l.type
     from service_env e join service s on s.id = e.service_id left join service_logo l on l.service_id = s.id
     where e.id = $1`,
    [serviceEnvId],
  )
  return { ...merchant, logoPath: digest && type && logoPath({ digest, type }) }
}

type MerchantRow = Omit<ReceiptMerchant, 'logoPath'> & {
  readonly digest: string | null
  readonly type: LogoType | null
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
