import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The word of the staff that ended a payout, or a refund of a payment, and that the operator contradicted after it. */
export interface Contradiction {
  readonly verdict: ClosingVerdict
  /** Null where it is the payout. */
  readonly refundId: RefundId | null
  readonly at: Date
}

/** Those of a transaction and of its refunds, the oldest first. */
export function listContradictions(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<Contradiction[]> {
  return onPool(pool).all(contradictions({ transactionId }))
}

const contradictions = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('closing')
    .select(['verdict', 'refundId'])
    .select((eb) => eb.ref('contradictedAt').$notNull().as('at'))
    .where('transactionId', '=', p.transactionId)
    .where('contradictedAt', 'is not', null)
    .orderBy('contradictedAt'),
)
