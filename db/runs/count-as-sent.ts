import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
import type { TransactionId } from '#domain/ids.ts'
import { openRefundStatuses } from '#domain/refunds/refund.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

/**
 * Marks orders whose run starts again as sent, so that the operator is asked about them before anything is sent. Only
 * the earlier run knew that nothing had left: a restored database calls unsent what left after the moment it shows.
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
 * The same for a payout whose request id is derived from what it is for. If that existed, or was due, when the database
 * was restored to an earlier moment, the payout may have been sent before without any record left.
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

// A refund that waits for approval still does: an approval may be lost in a restore, and is then given again.
const refund = prepared(({ ids }: Ids) =>
  db
    .updateTable('refund')
    .set((eb): Changes<'refund'> => ({
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
