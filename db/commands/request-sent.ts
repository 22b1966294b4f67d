import type { OperatorRequestId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Records that the request is about to leave for the operator, before it does. True for the one caller that may send;
 * false when it was sent before, by whoever: its fate is then asked for, it is never sent blindly again.
 */
export async function claimRequest(database: Database, id: TransactionId): Promise<boolean> {
  return (await onPool(database.pool).run(claim({ id }))) > 0
}

/** The operator certainly does not have the request: it may be sent again, under the same id. */
export async function releaseRequest(database: Database, id: TransactionId): Promise<void> {
  await onPool(database.pool).run(release({ id }))
}

/** The operator said that it has the request, and maybe what it calls it. */
export async function confirmRequest(
  database: Database,
  id: TransactionId,
  providerReference?: string,
): Promise<void> {
  await onPool(database.pool).run(confirm({ id, providerReference: providerReference ?? null }))
}

/** What the operator calls a request, told after the request was given up waiting for. */
export async function noteReference(
  database: Database,
  requestId: OperatorRequestId,
  providerReference: string,
): Promise<void> {
  await onPool(database.pool).run(note({ requestId, providerReference }))
}

const moved = db.updateTable('transaction')

const claim = prepared((p: Params<{ id: TransactionId }>) =>
  moved
    .set({ operatorState: 'sent' })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'unsent'),
)

const release = prepared((p: Params<{ id: TransactionId }>) =>
  moved
    .set({ operatorState: 'unsent' })
    .where('id', '=', p.id)
    .where('status', '=', 'pending')
    .where('operatorState', '=', 'sent'),
)

const confirm = prepared((p: Params<{ id: TransactionId; providerReference: string | null }>) =>
  moved
    .set((eb) => ({
      operatorState: 'taken',
      providerReference: eb.fn.coalesce(eb.ref('providerReference'), p.providerReference),
    }))
    .where('id', '=', p.id)
    .where('operatorState', '=', 'sent'),
)

const note = prepared((p: Params<{ requestId: OperatorRequestId; providerReference: string }>) =>
  db
    .with('noted', (books) =>
      books
        .updateTable('transaction')
        .set({ providerReference: p.providerReference })
        .where('operatorRequestId', '=', p.requestId)
        .where('providerReference', 'is', null),
    )
    .updateTable('refund')
    .set({ providerReference: p.providerReference })
    .where('operatorRequestId', '=', p.requestId)
    .where('providerReference', 'is', null),
)
