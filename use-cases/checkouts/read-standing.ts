import type { CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** How a checkout stands, to its run; the time that is left is by the clock of the books. */
export interface Standing {
  readonly status: CheckoutStatus
  readonly paymentId: TransactionId | null
  readonly isRecorded: boolean
  readonly leftMs: number
}

/** Its columns, of a statement that reads a checkout or has written it. */
export const standing = [
  'status',
  'paymentId',
  sql<boolean>`${column('checkout.paymentId')} is not null
    and ${column('checkout.paymentId')} is not distinct from ${column('checkout.transactionId')}`.as(
    'isRecorded',
  ),
  sql<number>`extract(epoch from ${column('checkout.expiresAt')} - now())::float8 * 1000`.as(
    'leftMs',
  ),
] as const

/** Reads it as this transaction sees it. */
export function readStanding(tx: Sql, id: CheckoutId): Promise<Standing> {
  return tx.only(byId({ id }))
}

/** Reads it outside a transaction. */
export function lookAtStanding({ pool }: Pick<Database, 'pool'>, id: CheckoutId) {
  return readStanding(onPool(pool), id)
}

const byId = prepared((p: Params<{ id: CheckoutId }>) =>
  db.selectFrom('checkout').select(standing).where('id', '=', p.id),
)
