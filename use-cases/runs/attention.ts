import type { Database } from '#db/connect.ts'
import { now, rowCount } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'
import type { StepTrouble } from '#domain/runs/failure.ts'
import { noticesMax, tellOfEach } from './findings.ts'
import type { OpenRun } from './list.ts'

type Asking = Pick<OpenRun, 'workflowId' | 'runId'>

/**
 * Records that a run needs attention, and notifies staff once until it is repaired; true if it is new. If very many
 * do at once, the next sweep covers them with one notice. Safe to repeat.
 */
export function noteTrouble(
  { pool }: Pick<Database, 'pool'>,
  { workflowId, runId }: Asking,
  { step, code }: StepTrouble,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { id, toldAt, isNew } = await tx.only(insert({ workflowId, runId, step, code }))
    if (toldAt === null && (await tx.only(open)).notices < noticesMax) {
      await tx.run(tellOfEach({ ids: [id] }))
      await tx.run(db.updateTable('runFinding').set({ toldAt: now }).where('id', '=', id))
    }
    return isNew
  })
}

const insert = prepared((p: Params<Asking & StepTrouble>) =>
  db
    .insertInto('runFinding')
    .values({
      kind: 'attention',
      done: 'waits',
      workflowId: p.workflowId,
      runId: p.runId,
      step: p.step,
      code: p.code,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workflowId', 'kind'])
        .where('closedAt', 'is', null)
        .doUpdateSet((eb): Changes<'runFinding'> => ({
          seenAt: sql<Date>`clock_timestamp()`,
          runId: eb.ref('excluded.runId'),
          step: eb.ref('excluded.step'),
          code: eb.ref('excluded.code'),
        })),
    )
    .returning(['id', 'toldAt', sql<boolean>`xmax = 0`.as('isNew')]),
)

/** Open notices. */
const open = db
  .selectFrom('staffNotice')
  .select(rowCount.as('notices'))
  .where('kind', '=', 'run_attention')
  .where('acknowledgedAt', 'is', null)

/** Records that the run no longer needs attention. Safe to repeat. */
export async function noteMended(
  { pool }: Pick<Database, 'pool'>,
  { workflowId }: Pick<Asking, 'workflowId'>,
): Promise<void> {
  await onPool(pool).run(mend({ workflowId }))
}

const mend = prepared((p: Params<Pick<Asking, 'workflowId'>>) =>
  db
    .updateTable('runFinding')
    .set({ done: 'mended', doneAt: now, closedAt: now })
    .where('workflowId', '=', p.workflowId)
    .where('kind', '=', 'attention')
    .where('closedAt', 'is', null),
)

/** The workflow ids of all runs that need attention, longest waiting first. */
export async function listAsking({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const rows = await onPool(pool).all(asking)
  return rows.map(({ workflowId }) => workflowId)
}

const asking = db
  .selectFrom('runFinding')
  .select('workflowId')
  .where('kind', '=', 'attention')
  .where('closedAt', 'is', null)
  .orderBy('id')

/** An open finding of a run that needs attention. */
export interface AskingRun extends Asking {
  readonly id: bigint
}

/**
 * What a sweep that began at this time checks: all that asked for attention before it, oldest first, a page at a time.
 */
export async function askingBefore(
  tx: Sql,
  before: { readonly begunAt: string; readonly afterId: bigint; readonly limit: number },
): Promise<readonly AskingRun[]> {
  const rows = await tx.all(
    db
      .selectFrom('runFinding')
      .select(['id', 'workflowId', 'runId'])
      .where('kind', '=', 'attention')
      .where('closedAt', 'is', null)
      .where('seenAt', '<', sql<Date>`${before.begunAt}::timestamptz`)
      .where('id', '>', before.afterId)
      .orderBy('id')
      .limit(before.limit),
  )
  return rows.map(({ runId, ...row }) => ({ ...row, runId: runId ?? '' }))
}

/** Records that these runs no longer need attention, unless they have asked since this time. Safe to repeat. */
export async function noteEnded(
  tx: Sql,
  runs: readonly AskingRun[],
  begunAt: string,
): Promise<void> {
  await tx.run(
    db
      .updateTable('runFinding')
      .set({ closedAt: now })
      .where(
        'id',
        'in',
        runs.map(({ id }) => id),
      )
      .where('closedAt', 'is', null)
      .where('seenAt', '<', sql<Date>`${begunAt}::timestamptz`),
  )
}
