import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import { onPool, type Sql } from '#db/sql.ts'
import type { Query } from '#db/statements.ts'
import type { WorkflowKind, UpdateOf } from '#workflows/contract.ts'
import type { UseCaseContext } from './context.ts'
import type { RunUpdate } from './run-updates.ts'

// Actions that are recorded before they take effect. Their id comes from the caller: the same id means the same action.

/** What recording an action and sending it to its run takes. */
export type ActContext = Pick<UseCaseContext, 'database' | 'runUpdates'>

/**
 * Records an action; repeating it changes nothing. `same` finds the row with this id and the same content. Refusal:
 * idempotency_conflict, or the code given, for the id of another action.
 */
export async function recordOnce(
  books: Sql,
  {
    write,
    same,
  }: { readonly write: Query<unknown>; readonly same: Query<{ readonly id: string }> },
  refusal: ErrorCode = 'idempotency_conflict',
): Promise<void> {
  if ((await books.run(write)) > 0) return
  if ((await books.first(same)) === undefined) throw fail(refusal)
}

/**
 * Sends a recorded action to its run; if the run has ended, `done` finds the action if it took effect. Refusals:
 * action_not_allowed, service_unavailable, and the run's own.
 */
export async function sendRecorded<Kind extends WorkflowKind, Name extends UpdateOf<Kind>>(
  { database, runUpdates }: ActContext,
  update: RunUpdate<Kind, Name>,
  done: Query<{ readonly id: string }>,
): Promise<void> {
  if ((await runUpdates.execute(update)) !== undefined) return
  if ((await onPool(database.pool).first(done)) === undefined) throw fail('action_not_allowed')
}
