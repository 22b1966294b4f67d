import type { DifferenceKind } from '#domain/reconciliation/reconciliation.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

const columns = [
  'reconciliationId',
  'line',
  'kind',
  'orderKind',
  'orderId',
  'transactionId',
  'refundId',
  'amount',
  'currency',
  'status',
] as const

/**
 * Statement lines that agreed with our books when they were matched, but contradict what is now known of their order: each
 * becomes a difference, unless a later line confirms what is known. Safe to repeat.
 */
export const compareAgain = prepared((p: Params<{ orderId: string }>) =>
  db
    .insertInto('reconciliationDifference')
    .columns(columns)
    .expression((eb) =>
      eb
        .selectFrom('operatorStatementLine as l')
        .innerJoin('operatorOrder as o', 'o.id', 'l.orderId')
        .select((of) => [
          'l.reconciliationId',
          'l.number',
          sql<DifferenceKind>`'status_differs'`.as('differs'),
          'l.kind',
          'o.id',
          'o.transactionId',
          'o.refundId',
          'o.amount',
          'o.currency',
          of.ref('o.status').as('status'),
        ])
        .where('l.orderId', '=', p.orderId)
        .where('o.standing', 'in', ['moved', 'still'])
        .where(sql<boolean>`(l.status = 'succeeded') <> (o.standing = 'moved')`)
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('operatorStatementLine as n')
                .select('n.number')
                .where('n.orderId', '=', p.orderId)
                .whereRef('n.at', '>=', 'l.at')
                .where(sql<boolean>`(n.status = 'succeeded') = (o.standing = 'moved')`),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.constraint('difference_line_once').doNothing()),
)
