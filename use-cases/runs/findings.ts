import type { OpenRun } from './list.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import type { Database } from '#db/connect.ts'

/** Notes facts whose run is missing; a finding that is open is only seen again. */
export async function noteMissing(sql: Sql, workflowIds: readonly string[]): Promise<void> {
  await sql.rows(
    `insert into run_finding (kind, workflow_id, done)
     select 'missing', id, 'restarted' from unnest($1::text[]) as m(id) order by id
     on conflict (workflow_id, kind) where closed_at is null
     do update set seen_at = clock_timestamp(), done_at = now()`,
    [workflowIds],
  )
}

/** What is due for an orphaned run: to be asked to end, to be given time, or to be ended. */
export type OrphanTurn = 'cancel' | 'wait' | 'terminate'

/** Notes orphaned runs, and tells what is due for each; of two sweeps at once one alone is told to ask a run. */
export async function noteOrphaned(
  sql: Sql,
  runs: readonly OpenRun[],
  obeyWithinMs: number,
): Promise<ReadonlyMap<string, OrphanTurn>> {
  const rows = await sql.rows<OrphanRow>(
    `insert into run_finding (kind, workflow_id, run_id, done)
     select 'orphaned', o.id, o.run, 'cancel_requested' from unnest($1::text[], $2::text[]) as o(id, run) order by o.id
     on conflict (workflow_id, kind) where closed_at is null
     do update set seen_at = clock_timestamp(), run_id = excluded.run_id
     returning workflow_id, xmax = 0 as is_new, done_at < now() - $3::float8 * interval '1 ms' as is_overdue`,
    [runs.map((run) => run.workflowId), runs.map((run) => run.runId), obeyWithinMs],
  )
  return new Map(rows.map((row) => [row.workflow_id, turnOf(row)]))
}

/** Notes that a run was ended. */
export async function noteTerminated(sql: Sql, workflowIds: readonly string[]): Promise<void> {
  await sql.rows(
    `update run_finding set done = 'terminated', done_at = now()
     where workflow_id = any($1::text[]) and kind = 'orphaned' and closed_at is null`,
    [workflowIds],
  )
}

/** Notes that an orphaned run found by itself that its fact is not in the books, and ended. Safe to repeat. */
export async function noteEndedItself(
  sql: Sql,
  run: Pick<OpenRun, 'workflowId' | 'runId'>,
): Promise<void> {
  await sql.run(
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

/** The database's own clock, by which findings are seen. */
export async function sweepBegins(sql: Sql): Promise<string> {
  return (await sql.one<{ now: string }>('select clock_timestamp()::text as now')).now
}

/**
 * After a sweep that was whole: what it did not find any more is over, and the staff is told of what is new, each in a
 * notice of its own, or very many in one.
 */
export async function sweepEnds({ pool }: Pick<Database, 'pool'>, begunAt: string): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.rows(
      'update run_finding set closed_at = now() where closed_at is null and seen_at < $1::timestamptz',
      [begunAt],
    )
    await sql.rows(
      `insert into run_sweep (swept_at) values (now())
       on conflict (is_only) do update set swept_at = excluded.swept_at`,
    )
    await tell(sql)
    await sql.rows(purge)
  })
}

/** Above so many in one sweep something larger happened, and the staff is told of that. */
const noticesMax = 20

async function tell(sql: Sql): Promise<void> {
  const told = await sql.rows<{ id: string }>(
    'update run_finding set told_at = now() where told_at is null returning id::text',
  )
  if (told.length === 0) return
  if (told.length > noticesMax) await sql.rows(tellOfAll, [told.length])
  else await sql.rows(tellOfEach, [told.map(({ id }) => id)])
}

const tellOfEach = `insert into staff_notice (run_finding_id, kind, number)
  select id, 'run_' || kind, 1 from run_finding where id = any($1::bigint[])`

const tellOfAll = `insert into staff_notice (runs, kind, number)
  select $1, 'runs_astray', coalesce(max(number), 0) + 1 from staff_notice where kind = 'runs_astray'
  on conflict on constraint staff_notice_once do nothing`

/** What a notice tells of stays with it. */
const purge = `delete from run_finding where id in (
  select id from run_finding f where found_at < now() - interval '90 days' and closed_at is not null
    and not exists (select from staff_notice n where n.run_finding_id = f.id) order by found_at limit 1000)`

interface OrphanRow extends Record<string, unknown> {
  readonly workflow_id: string
  readonly is_new: boolean
  readonly is_overdue: boolean
}

function turnOf({ is_new: isNew, is_overdue: isOverdue }: OrphanRow): OrphanTurn {
  if (isNew) return 'cancel'
  return isOverdue ? 'terminate' : 'wait'
}
