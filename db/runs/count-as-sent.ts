import { now } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
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

// One that nobody has approved yet stays as it is: it is sent only after people have looked at it.
const refund = prepared(({ ids }: Ids) =>
  db
    .updateTable('refund')
    .set({ status: 'processing', operatorState: 'sent' })
    .where(isOneOf(ids))
    .where('status', 'in', ['approved', 'processing'])
    .where('operatorState', '=', 'unsent'),
)

type Count = (values: { readonly ids: readonly string[] }) => Statement<unknown>

const orders: Partial<Readonly<Record<WorkflowKind, Count>>> = {
  collection: payment,
  payout: payment,
  refund,
}
