import { WorkflowNotFoundError } from '@temporalio/client'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import type { OutboxEntry, OutboxOptions } from '#db/outbox-entry.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { signals } from '#workflows/contract/messages.ts'
import { subjectOf } from '#workflows/contract/subject-of.ts'

interface LookAgain {
  /** The notice's id. */
  readonly id: string
  readonly cause: ActCause
}

/**
 * Makes the run of a notice retry what failed, once somebody has repaired the cause. Refusals: notice_not_found,
 * action_not_allowed if its run does not need attention (any more).
 */
export async function lookAgain(
  { database, outbox }: { readonly database: Pick<Database, 'pool'>; readonly outbox: Outbox },
  actor: StaffMember,
  { id, cause }: LookAgain,
): Promise<void> {
  const announced = await inTransaction(database.pool, async (tx) => {
    const workflowId = await askingRun(tx, id)
    const run = subjectOf(workflowId)
    // A nightly run started by Temporal: the next night replaces it.
    if (run === undefined) throw fail('action_not_allowed')
    const subject = { kind: 'run', id: workflowId }
    await logAct(tx, actor, { act: 'run.look_again', subject, cause })
    const entry = { ...run, signal: 'lookAgain' } as OutboxEntry
    return enqueue(tx, [entry])
  })
  outbox.kick(announced)
}

async function askingRun(tx: Sql, id: string): Promise<string> {
  const found = await tx.first(byNotice({ id: BigInt(id) }))
  if (found === undefined) throw fail('notice_not_found')
  if (found.workflowId === null || found.closedAt !== null) throw fail('action_not_allowed')
  return found.workflowId
}

const byNotice = prepared((p: Params<{ id: bigint }>) =>
  db
    .selectFrom('staffNotice as n')
    .leftJoin('runFinding as f', (on) =>
      on.onRef('f.id', '=', 'n.runFindingId').on('f.kind', '=', 'attention'),
    )
    .select(['f.workflowId', 'f.closedAt'])
    .where('n.id', '=', p.id),
)

/** Signals a run by id to retry what failed; false if no run is open under this id. */
export async function signalLookAgain(
  call: OutboxOptions['call'],
  workflowId: string,
): Promise<boolean> {
  try {
    await call((client) => client.workflow.getHandle(workflowId).signal(signals.lookAgain))
    return true
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false
    throw error
  }
}
