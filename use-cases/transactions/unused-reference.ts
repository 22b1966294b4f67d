import type { RefundId, TransactionId } from '#domain/ids.ts'
import { db, type Expression, expressionBuilder, sql, type Tables } from '#db/statements.ts'

interface Order {
  /** Payment or refund: no two of them share an id. */
  readonly id: Expression<TransactionId> | Expression<RefundId>
  readonly provider: Expression<string>
}

/**
 * An operator's reference for this order; null if another order at that operator already has it: asked by this reference,
 * the operator would report the other order's end.
 */
export function unusedReference(reference: Expression<string | null>, { id, provider }: Order) {
  const eb = expressionBuilder<Tables, never>()
  const ofPayment = db
    .selectFrom('transaction as o')
    .select('o.id')
    .where('o.providerReference', '=', reference)
    .where('o.provider', '=', provider)
    .where('o.id', '<>', id as Expression<TransactionId>)
  const ofRefund = db
    .selectFrom('refund as o')
    .select('o.id')
    .where('o.providerReference', '=', reference)
    .where('o.provider', '=', provider)
    .where('o.id', '<>', id as Expression<RefundId>)
  const isUsed = eb.or([eb.exists(ofPayment), eb.exists(ofRefund)])
  return eb.case().when(isUsed).then(sql.lit(null)).else(reference).end()
}
