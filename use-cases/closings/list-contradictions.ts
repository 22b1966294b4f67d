import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { RefundId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** The word of the staff that ended a payout, or a refund of a payment, and that the operator contradicted after it. */
export interface Contradiction {
  readonly verdict: ClosingVerdict
  /** Null where it is the payout. */
  readonly refundId: RefundId | null
  readonly at: Date
}

/** Those of a transaction and of its refunds, the oldest first. */
export async function listContradictions(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<Contradiction[]> {
  const rows = await onPool(pool).rows<ContradictionRow>(
    `select verdict, refund_id, contradicted_at from closing
     where transaction_id = $1 and contradicted_at is not null order by contradicted_at`,
    [transactionId],
  )
  return rows.map(({ verdict, refund_id: refundId, contradicted_at: at }) => ({
    verdict,
    refundId,
    at: new Date(at),
  }))
}

interface ContradictionRow {
  readonly verdict: ClosingVerdict
  readonly refund_id: RefundId | null
  readonly contradicted_at: string
}
