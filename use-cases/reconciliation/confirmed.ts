import type { DifferenceId, TransactionId } from '#domain/ids.ts'
import type { OrderKind } from '#domain/reconciliation/reconciliation.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** A line of a statement that was booked because two supervisors confirmed it. */
export interface ConfirmedLine {
  readonly differenceId: DifferenceId
  readonly orderKind: OrderKind
  readonly at: Date
}

/** The booked lines about a transaction and its refunds, oldest first. */
export function listConfirmedLines(
  { pool }: Pick<Database, 'pool'>,
  transactionId: TransactionId,
): Promise<ConfirmedLine[]> {
  return onPool(pool).all(ofTransaction({ transactionId }))
}

const ofTransaction = prepared((p: Params<{ transactionId: TransactionId }>) =>
  db
    .selectFrom('confirmedLine as c')
    .innerJoin('reconciliationDifference as d', 'd.id', 'c.differenceId')
    .select(['c.differenceId', 'd.orderKind', 'c.confirmedAt as at'])
    .where('d.transactionId', '=', p.transactionId)
    .where('c.isBooked', '=', true)
    .where((eb) =>
      eb.or([
        eb('c.orderId', '=', p.transactionId),
        eb(
          'c.orderId',
          'in',
          eb
            .selectFrom('refund as r')
            .select('r.id')
            .where('r.transactionId', '=', p.transactionId),
        ),
      ]),
    )
    .orderBy('c.confirmedAt'),
)
