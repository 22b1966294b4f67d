import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { isRetracted } from '#use-cases/closings/contradictions.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** Whether the operator of this successful transaction says now that it did not pay, or that it took the money back. */
export async function isDenied(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<boolean> {
  return (await onPool(pool).first(denied({ id }))) !== undefined
}

const denied = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .select('t.id')
    .where('t.id', '=', p.id)
    .where('t.status', '=', sql.lit('succeeded'))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb.selectFrom('unpaidAfterAll as u').select('u.orderId').where('u.orderId', '=', p.id),
        ),
        eb.exists(
          eb
            .selectFrom('closing as c')
            .select('c.id')
            .where('c.transactionId', '=', p.id)
            .where('c.refundId', 'is', null)
            .where('c.contradictedAt', 'is not', null),
        ),
      ]),
    )
    .where((eb) => eb.not(isRetracted(p.id))),
)
