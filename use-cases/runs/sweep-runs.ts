import { isRunOpen } from '#db/runs/hand-over.ts'
import { listOpenRuns, type OpenRun, requestCancel, terminate } from './list.ts'
import { knownAmong, subjectOfKind } from '#db/runs/open-facts.ts'
import { noteOrphaned, noteTerminated, type OrphanTurn } from './findings.ts'
import { asked, goesOn, show, type Sweeping } from './sweep.ts'

const runPagesMax = 2000

/** Ends the runs whose fact is not in the books; the ids of all that are listed as open, undefined when the sweep was left. */
export async function sweepRuns(sweeping: Sweeping): Promise<ReadonlySet<string> | undefined> {
  const open = new Set<string>()
  let token: Uint8Array | undefined
  for (let pages = 0; pages < runPagesMax; pages += 1) {
    const after = token
    const { runs, next } = await sweeping.call((client) => listOpenRuns(client, after))
    for (const run of runs) open.add(run.workflowId)
    await endOrphans(sweeping, await orphansAmong(sweeping, runs))
    if (!goesOn(sweeping)) return undefined
    if (next === undefined) return open
    token = next
  }
  throw new Error('Temporal lists more open runs than a sweep looks at')
}

/** Of these runs those whose subject the books do not know, and that are open indeed. */
async function orphansAmong(
  sweeping: Sweeping,
  runs: readonly OpenRun[],
): Promise<readonly OpenRun[]> {
  const { call, sql, options } = sweeping
  const before = Date.now() - options.runsOlderThanMs
  const old = runs.filter(({ startedAt }) => startedAt.getTime() <= before)
  const unknown: OpenRun[] = []
  for (const [kind, some] of Map.groupBy(old, (run) => run.kind)) {
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

const doneIn = {
  cancel: 'cancel_requested',
  wait: 'waits',
  terminate: 'terminated',
  none: 'nothing',
} as const
