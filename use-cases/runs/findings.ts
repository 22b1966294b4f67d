import type { OpenRun } from './list.ts'
import { anyOf, now } from '#db/functions.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'
import type { NoticeKind } from '#domain/notices/notice.ts'
import type { Database } from '#db/connect.ts'

/** Records rows whose run is missing; an open finding is only marked as seen again. */
export async function noteMissing(tx: Sql, workflowIds: readonly string[]): Promise<void> {
  await tx.run(insertMissing({ workflowIds }))
}

const insertMissing = prepared((p: Params<{ workflowIds: readonly string[] }>) =>
  db
    .insertInto('runFinding')
    .columns(['kind', 'workflowId', 'done'])
    .expression((eb) =>
      eb
        .selectFrom(sql<{ id: string }>`unnest(${p.workflowIds}::text[])`.as<'m'>(sql`m(id)`))
        .select([
          sql<'missing'>`'missing'`.as('kind'),
          'm.id as workflowId',
          sql<'restarted'>`'restarted'`.as('done'),
        ])
        .orderBy('m.id'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workflowId', 'kind'])
        .where('closedAt', 'is', null)
        .doUpdateSet({ seenAt: clock, doneAt: now }),
    ),
)

/** The next step for an orphaned run: ask it to end, wait, or terminate it. */
export type OrphanTurn = 'cancel' | 'wait' | 'terminate'

/**
 * Records orphaned runs, and returns the next step for each; of two concurrent sweeps only one asks a run.
 */
export async function noteOrphaned(
  tx: Sql,
  runs: readonly OpenRun[],
  obeyWithinMs: number,
): Promise<ReadonlyMap<string, OrphanTurn>> {
  const rows = await tx.all(
    insertOrphaned({
      workflowIds: runs.map((run) => run.workflowId),
      runIds: runs.map((run) => run.runId),
      obeyWithinMs,
    }),
  )
  return new Map(
    rows.map(({ workflowId, isNew, isOverdue }) => [
      workflowId,
      isNew ? 'cancel' : isOverdue ? 'terminate' : 'wait',
    ]),
  )
}

const insertOrphaned = prepared(
  (
    p: Params<{
      workflowIds: readonly string[]
      runIds: readonly string[]
      obeyWithinMs: number
    }>,
  ) =>
    db
      .insertInto('runFinding')
      .columns(['kind', 'workflowId', 'runId', 'done'])
      .expression((eb) =>
        eb
          .selectFrom(
            sql<{
              id: string
              run: string
            }>`unnest(${p.workflowIds}::text[], ${p.runIds}::text[])`.as<'o'>(sql`o(id, run)`),
          )
          .select([
            sql<'orphaned'>`'orphaned'`.as('kind'),
            'o.id as workflowId',
            'o.run as runId',
            sql<'cancel_requested'>`'cancel_requested'`.as('done'),
          ])
          .orderBy('o.id'),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workflowId', 'kind'])
          .where('closedAt', 'is', null)
          .doUpdateSet((eb): Changes<'runFinding'> => ({
            seenAt: clock,
            runId: eb.ref('excluded.runId'),
          })),
      )
      .returning((eb) => [
        'workflowId',
        sql<boolean>`xmax = 0`.as('isNew'),
        sql<boolean>`${eb.ref('doneAt')} < now() - ${p.obeyWithinMs}::float8 * interval '1 ms'`.as(
          'isOverdue',
        ),
      ]),
)

/** Records that a run was terminated. */
export async function noteTerminated(tx: Sql, workflowIds: readonly string[]): Promise<void> {
  await tx.run(
    db
      .updateTable('runFinding')
      .set({ done: 'terminated', doneAt: now })
      .where('workflowId', 'in', workflowIds)
      .where('kind', '=', 'orphaned')
      .where('closedAt', 'is', null),
  )
}

/** Records that an orphaned run noticed itself that its row is not in the database, and ended. Safe to repeat. */
export async function noteEndedItself(
  { pool }: Pick<Database, 'pool'>,
  run: Pick<OpenRun, 'workflowId' | 'runId'>,
): Promise<void> {
  await onPool(pool).run(
    db
      .insertInto('runFinding')
      .values({
        kind: 'orphaned',
        workflowId: run.workflowId,
        runId: run.runId,
        done: 'ended_itself',
      })
      .onConflict((open) =>
        open
          .columns(['workflowId', 'kind'])
          .where('closedAt', 'is', null)
          .doUpdateSet({ done: 'ended_itself', doneAt: now }),
      ),
  )
}

/** The database's clock, which dates findings. */
export async function sweepBegins(tx: Sql): Promise<string> {
  return (await tx.only(db.selectNoFrom(sql<string>`clock_timestamp()::text`.as('now')))).now
}

/**
 * After a complete sweep: closes findings that it no longer found, and notifies staff of new ones, each in a notice
 * of its own, or very many in one.
 */
export async function sweepEnds({ pool }: Pick<Database, 'pool'>, begunAt: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.run(
      db
        .updateTable('runFinding')
        .set({ closedAt: now })
        .where('closedAt', 'is', null)
        .where('kind', '<>', 'attention')
        .where('seenAt', '<', sql<Date>`${begunAt}::timestamptz`),
    )
    await tx.run(
      db
        .insertInto('runSweep')
        .values({ sweptAt: now })
        .onConflict((conflict) => conflict.column('isOnly').doUpdateSet({ sweptAt: now })),
    )
    await tell(tx)
  })
}

/** With more findings in one sweep something larger has happened, and staff gets one notice about that. */
export const noticesMax = 20

async function tell(tx: Sql): Promise<void> {
  const told = await tx.all(
    db.updateTable('runFinding').set({ toldAt: now }).where('toldAt', 'is', null).returning('id'),
  )
  if (told.length === 0) return
  if (told.length > noticesMax) await tx.run(tellOfAll({ runs: told.length }))
  else await tx.run(tellOfEach({ ids: told.map(({ id }) => id) }))
}

/** A notice for each of these findings, as a statement. */
export const tellOfEach = prepared((p: Params<{ ids: readonly bigint[] }>) =>
  db
    .insertInto('staffNotice')
    .columns(['runFindingId', 'kind', 'number'])
    .expression((eb) =>
      eb
        .selectFrom('runFinding')
        .select((eb) => [
          'id',
          sql<NoticeKind>`'run_' || ${eb.ref('kind')}`.as('noticeKind'),
          sql<number>`1`.as('number'),
        ])
        .where('id', '=', anyOf(p.ids)),
    ),
)

const tellOfAll = prepared((p: Params<{ runs: number }>) =>
  db
    .insertInto('staffNotice')
    .columns(['runs', 'kind', 'number'])
    .expression((eb) =>
      eb
        .selectFrom('staffNotice')
        .select((eb) => [
          sql<number>`${p.runs}::int`.as('runs'),
          sql<NoticeKind>`'runs_astray'`.as('kind'),
          sql<number>`coalesce(max(${eb.ref('number')}), 0) + 1`.as('number'),
        ])
        .where('kind', '=', 'runs_astray'),
    )
    .onConflict((conflict) => conflict.constraint('staff_notice_once').doNothing()),
)

/** Deletes closed findings after three months; the notice keeps its own text. A bounded batch per call. */
export function purgeFindings(tx: Sql): Promise<number> {
  return tx.run(purge)
}

const purge = db.deleteFrom('runFinding').where('id', 'in', (eb) =>
  eb
    .selectFrom('runFinding as f')
    .select('f.id')
    .where('f.foundAt', '<', sql<Date>`now() - interval '90 days'`)
    .where('f.closedAt', 'is not', null)
    .where((has) =>
      has.not(
        has.exists(
          has.selectFrom('staffNotice as n').select('n.id').whereRef('n.runFindingId', '=', 'f.id'),
        ),
      ),
    )
    .orderBy('f.foundAt')
    .limit(1000),
)

const clock = sql<Date>`clock_timestamp()`
