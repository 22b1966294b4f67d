import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import { type Named, personNamed } from '#use-cases/desk/owner-columns.ts'
import { db, type Expression, jsonArrayFrom, type NotNull } from '#db/statements.ts'

/** One staff verdict, as the desk shows it. */
export interface ListedClosing {
  readonly id: string
  readonly verdict: ClosingVerdict
  readonly operator_reference: string
  readonly reason: string
  readonly closed_by: Named | null
  /** Timestamps are text, as in JSON. */
  readonly counted_at: string
  /** Set if it ended its subject. */
  readonly ended_at: string | null
  readonly contradicted_at: string | null
}

/** The verdicts counted on a payout or refund, oldest first, as a JSON column. */
export function countedClosings(
  transactionId: Expression<TransactionId>,
  refundId: Expression<RefundId | null>,
) {
  return jsonArrayFrom(
    db
      .selectFrom('closing as c')
      .select(['c.id', 'c.verdict', 'c.reason', 'c.operatorReference as operator_reference'])
      .select((eb) => personNamed(eb.ref('c.closedBy')).as('closed_by'))
      .select(['c.countedAt as counted_at', 'c.endedAt as ended_at'])
      .select('c.contradictedAt as contradicted_at')
      .where('c.transactionId', '=', transactionId)
      .where('c.refundId', 'is not distinct from', refundId)
      .where('c.countedAt', 'is not', null)
      .$narrowType<{ counted_at: NotNull }>()
      .orderBy('c.countedAt')
      .orderBy('c.id'),
  )
}
