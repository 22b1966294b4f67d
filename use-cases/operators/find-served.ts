import type { RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The service that a movement of money is for, and its operator. */
export interface Served {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly provider: string
}

/**
 * Reads this for a transaction, or for a refund, which its payment's operator carries out; undefined for an unknown
 * id.
 */
export function findServed(
  { pool }: Pick<Database, 'pool'>,
  input: { readonly transactionId: TransactionId } | { readonly refundId: RefundId },
): Promise<Served | undefined> {
  const statement = 'refundId' in input ? ofRefund(input) : ofTransaction(input)
  return onPool(pool).first<Served>(statement)
}

const served = db.selectFrom('transaction as t').select(['t.serviceEnvId', 't.mode', 't.provider'])

const ofTransaction = prepared((p: Params<{ transactionId: TransactionId }>) =>
  served.where('t.id', '=', p.transactionId),
)

const ofRefund = prepared((p: Params<{ refundId: RefundId }>) =>
  served.innerJoin('refund as r', 'r.transactionId', 't.id').where('r.id', '=', p.refundId),
)
