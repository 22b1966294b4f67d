import type { TransactionId } from '#domain/ids.ts'
import { db, type Expression, sql } from '#db/statements.ts'

/** The settlement that recovered a payment from its owner, unless another has given it back since. */
export function recovered(paymentId: Expression<TransactionId>) {
  return db
    .selectFrom('contradictionSettlement as s')
    .where('s.state', '=', sql.lit('done'))
    .where('s.orderId', '=', sql<string>`${paymentId}`)
    .where('s.amount', '<', 0n)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('contradictionSettlement as later')
            .select('later.id')
            .whereRef('later.orderId', '=', 's.orderId')
            .whereRef('later.number', '>', 's.number')
            .where('later.state', '=', sql.lit('done')),
        ),
      ),
    )
}
