import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
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
