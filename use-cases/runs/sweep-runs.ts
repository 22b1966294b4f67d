import { isRunOpen } from '#db/runs/hand-over.ts'
import { listOpenRuns, type OpenRun, requestCancel, terminate } from './list.ts'
import { knownAmong, openAmong, subjectOfKind } from '#db/runs/open-facts.ts'
import { noteOrphaned, noteTerminated, type OrphanTurn } from './findings.ts'
import { asked, goesOn, show, type Sweeping } from './sweep.ts'

const runPagesMax = 2000

/**
 * Ends the runs without a row, and makes those whose subject has ended check it. Returns the workflow ids and run ids of
 * all runs listed as open; undefined if the sweep was stopped.
 */
export async function sweepRuns(sweeping: Sweeping): Promise<ReadonlySet<string> | undefined> {
  const open = new Set<string>()
  let token: Uint8Array | undefined
  for (let pages = 0; pages < runPagesMax; pages += 1) {
    const after = token
    const { runs, next } = await sweeping.call((client) => listOpenRuns(client, after))
    for (const run of runs) open.add(run.workflowId).add(run.runId)
    const before = Date.now() - sweeping.options.runsOlderThanMs
    const old = runs.filter(({ startedAt }) => startedAt.getTime() <= before)
    const orphans = await orphansAmong(sweeping, old)
    await endOrphans(sweeping, orphans)
    await tellEnded(
      sweeping,
      old.filter((run) => !orphans.includes(run)),
    )
    if (!goesOn(sweeping)) return undefined
    if (next === undefined) return open
    token = next
  }
  throw new Error('Temporal lists more open runs than a sweep looks at')
}

/** Of these runs, those that have no row and are really open. */
async function orphansAmong(
  sweeping: Sweeping,
  runs: readonly OpenRun[],
): Promise<readonly OpenRun[]> {
  const { call, sql } = sweeping
  const unknown: OpenRun[] = []
  for (const [kind, some] of Map.groupBy(runs, (run) => run.kind)) {
    const known = await knownAmong(
      sql,
      subjectOfKind(kind),
      some.map(({ subjectId }) => subjectId),
    )
    unknown.push(...some.filter(({ subjectId }) => !known.has(subjectId)))
  }
  return asked(sweeping, unknown, (run) => call((client) => isRunOpen(client, run.workflowId)))
}

async function endOrphans(sweeping: Sweeping, orphans: readonly OpenRun[]): Promise<void> {
  const { call, sql, options, sweep } = sweeping
  if (orphans.length === 0) return
  const isLookOnly = options.isLookOnly === true
  const turns = isLookOnly
    ? new Map<string, OrphanTurn>()
    : await noteOrphaned(sql, orphans, options.obeyWithinMs)
  const inTurn = (turn: OrphanTurn) => orphans.filter((run) => turns.get(run.workflowId) === turn)
  const overdue = inTurn('terminate')
  await asked(sweeping, inTurn('cancel'), (run) => call((client) => requestCancel(client, run)))
  await asked(sweeping, overdue, (run) => call((client) => terminate(client, run)))
  if (overdue.length > 0)
    await noteTerminated(
      sql,
      overdue.map((run) => run.workflowId),
    )
  sweep.orphaned += orphans.length
  sweep.cancelled += inTurn('cancel').length
  sweep.terminated += overdue.length
  for (const { workflowId: id, kind, startedAt: since } of orphans) {
    const done = doneIn[turns.get(id) ?? 'none']
    show(sweep, { what: 'orphaned', workflowId: id, kind, since, done })
  }
}

/**
 * An activity may change the database and its result be lost, if Temporal is cut off at that moment: the run then
 * waits for something that will never come. Cancelling makes it check and end. Once is enough, because an ended
 * subject never opens again.
 */
async function tellEnded(sweeping: Sweeping, runs: readonly OpenRun[]): Promise<void> {
  const { call, sql, options, sweep } = sweeping
  for (const [kind, some] of Map.groupBy(runs, (run) => run.kind)) {
    const ids = some.map(({ subjectId }) => subjectId)
    const open = new Set((await openAmong(sql, kind, ids)).map(({ subjectId }) => subjectId))
    const ended = some.filter(({ subjectId }) => !open.has(subjectId))
    sweep.ended += ended.length
    if (options.isLookOnly === true) continue
    await asked(sweeping, ended, (run) => call((client) => requestCancel(client, run)))
  }
}

const doneIn = {
  cancel: 'cancel_requested',
  wait: 'waits',
  terminate: 'terminated',
  none: 'nothing',
} as const
