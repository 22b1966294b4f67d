import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
import type { TransactionId } from '#domain/ids.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

/**
 * Orders whose run starts again count as sent: the operator is asked about them before anything is sent. That no request
 * left is known to the earlier run alone, for a database restored to an earlier moment says so of what left after it.
 */
export async function countAsSent(
  books: Sql,
  kind: WorkflowKind,
  ids: readonly string[],
): Promise<void> {
  const count = orders[kind]
  if (count !== undefined) await books.run(count({ ids }))
}

/**
 * The same for a payout whose id at its operator follows from what it is made for: if that was there, or due, when the
 * database was restored to an earlier moment, the payout may have left before, and nothing else may say so.
 */
export async function countIfRestored(
  books: Sql,
  id: TransactionId,
  knownSince: Date,
): Promise<void> {
  const { isRestored } = await books.only(restoredAfter({ knownSince }))
  if (isRestored) await countAsSent(books, 'payout', [id])
}

const restoredAfter = prepared((p: Params<{ knownSince: Date }>) =>
  db.selectFrom('installation').select((eb) =>
    eb.fn
      .coalesce(eb('restoredAt', '>=', p.knownSince), sql<boolean>`false`)
      .$castTo<boolean>()
      .as('isRestored'),
  ),
)

type Ids = Params<{ ids: readonly string[] }>
const isOneOf = (ids: Ids['ids']) => sql<boolean>`id = any(${ids}::uuid[])`

const payment = prepared(({ ids }: Ids) =>
  db
    .updateTable('transaction')
    .set({ operatorState: 'sent', operatorSentAt: now })
    .where(isOneOf(ids))
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'unsent'),
)

// One that waits for an approval goes on waiting: that it was approved may be lost, and people say so again.
const refund = prepared(({ ids }: Ids) =>
  db
    .updateTable('refund')
    .set((eb) => ({
      status: eb
        .case()
        .when('status', '=', 'pending')
        .then(sql.lit('pending' as const))
        .else(sql.lit('processing' as const))
        .end(),
      operatorState: 'sent',
      operatorSentAt: now,
    }))
    .where(isOneOf(ids))
    .where('status', 'in', openRefundStatuses)
    .where((eb) => eb.or([eb('operatorState', '=', 'unsent'), eb('status', '=', 'approved')])),
)

type Count = (values: { readonly ids: readonly string[] }) => Statement<unknown>

const orders: Partial<Readonly<Record<WorkflowKind, Count>>> = {
  collection: payment,
  payout: payment,
  refund,
}
