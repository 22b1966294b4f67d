import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { RefundId } from '#domain/ids.ts'

/**
 * Whether the operator may already have this refund although these books never sent it: between the payment and the
 * refund the database was restored to an earlier moment, so an equal refund, under the same id at the operator, may
 * have been lost.
 */
export async function mayRepeatLost(
  { pool }: Pick<Database, 'pool'>,
  id: RefundId,
): Promise<boolean> {
  return (await onPool(pool).first(restoredBefore({ id }))) !== undefined
}

const restoredBefore = prepared((p: Params<{ id: RefundId }>) =>
  db
    .selectFrom('refund as r')
    .innerJoin('transaction as t', 't.id', 'r.transactionId')
    .innerJoin('installation as i', (join) =>
      join.onRef('i.restoredAt', '>=', 't.createdAt').onRef('i.restoredAt', '<=', 'r.createdAt'),
    )
    .select('r.id')
    .where('r.id', '=', p.id),
)
