import type { ClosingSubject } from '#domain/closings/closing.ts'
import {
  db,
  type ExpressionBuilder,
  type Nullable,
  type Params,
  prepared,
  type Tables,
} from '#db/statements.ts'
import { wordsOf } from './contradictions.ts'

/** How often the operator has contradicted an order or itself so far, and how the order ended in our books. */
export const heard = prepared(({ transactionId, refundId }: Params<ClosingSubject>) =>
  db
    .selectFrom('transaction as t')
    .leftJoin('refund as r', (join) => join.on('r.id', '=', refundId))
    .select((eb) => [
      wordsOf(transactionId, refundId).as('words'),
      isPaid(eb).$castTo<boolean>().as('isPaid'),
    ])
    .where('t.id', '=', transactionId),
)

type OfOrder = Tables & { t: Tables['transaction']; r: Nullable<Tables['refund']> }

/** True if our books have it as paid, in time or late. */
export function isPaid(of: ExpressionBuilder<OfOrder, 't' | 'r'>) {
  return of.or([
    of(of.fn.coalesce('r.status', 't.status'), '=', 'succeeded'),
    of.and([of('r.id', 'is', null), of('t.lateOutcomeAt', 'is not', null)]),
  ])
}
