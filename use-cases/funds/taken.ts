import type { TransactionId } from '#domain/ids.ts'
import { db, type Expression, sql } from '#db/statements.ts'
import { movingRefunds } from '#use-cases/refunds/find.ts'

/** What refunds, and the settlement of a contradiction, took of a payment's funds where they stood. */
export function takenOfFunds(paymentId: Expression<TransactionId>) {
  const refunds = movingRefunds(paymentId).select((eb) => eb.fn.sum('r.fundsAmount').as('sum'))
  const settled = recovered(paymentId).select((eb) => eb.fn.sum('s.fundsAmount').as('sum'))
  return sql<bigint>`(coalesce(${refunds}, 0) + coalesce(${settled}, 0))::bigint`
}

/** The settlement of a payment that its operator took back, once it is done. */
export function recovered(paymentId: Expression<TransactionId>) {
  return db
    .selectFrom('contradictionSettlement as s')
    .where('s.orderId', '=', sql<string>`${paymentId}`)
    .where('s.state', '=', sql.lit('done'))
}
