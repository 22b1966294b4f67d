import type { TransactionId } from '#domain/ids.ts'
import { column, db, type Expression, sql } from '#db/statements.ts'
import { movingRefunds } from '#use-cases/refunds/find.ts'

const settlementsDone = db
  .selectFrom('contradictionSettlement as s')
  .where('s.state', '=', sql.lit('done'))
const orderId = column('contradictionSettlement.orderId', 's')

/** What refunds, and settlements of contradictions, took of a payment's funds where they stood. */
export function takenOfFunds(paymentId: Expression<TransactionId>) {
  const refunds = movingRefunds(paymentId).select((eb) => eb.fn.sum('r.fundsAmount').as('sum'))
  const ids = db.selectFrom('refund as o').select('o.id').where('o.transactionId', '=', paymentId)
  const settled = settlementsDone
    .select((eb) => eb.fn.sum('s.fundsAmount').as('sum'))
    .where(sql<boolean>`${orderId} = any(array_append(array${ids}, ${paymentId}::uuid))`)
  return sql<bigint>`(coalesce(${refunds}, 0) + coalesce(${settled}, 0))::bigint`
}
