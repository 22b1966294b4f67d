import { askingBefore, noteEnded } from './attention.ts'
import { sweepBegins, sweepEnds, noteMissing } from './findings.ts'
import { onPool } from '#db/sql.ts'
import {
  newSweep,
  type Sweep,
  type Sweeping,
  type SweepOptions,
  type SweepParts,
  asked,
  goesOn,
  show,
} from './sweep.ts'
import { sweepRuns } from './sweep-runs.ts'
import { workflowId, workflowKinds, type WorkflowKind } from '#workflows/contract.ts'
import { isRunOpen } from '#db/runs/hand-over.ts'
import { listOpenFacts, openAmong, type OpenFact } from '#db/runs/open-facts.ts'
import { startAgain } from './start-again.ts'

/** The ages used in production. */
export const sweepAges = {
  factsOlderThanMs: 30_000,
  runsOlderThanMs: 60_000,
  obeyWithinMs: 120_000,
} as const

/**
 * Compares the open rows of the database with Temporal's open runs, page by page. Temporal's list may be outdated, so
 * each difference is checked by id. A row without a run is restarted through the outbox; a run without a row is
 * cancelled, and terminated if it does not end. A run that has ended needs no attention any more. Safe at any time, and
 * concurrently.
 */
export async function reconcileRuns(parts: SweepParts, options: SweepOptions): Promise<Sweep> {
  const sql = onPool(parts.database.pool)
  const sweeping: Sweeping = { ...parts, options, sql, sweep: newSweep() }
  const begunAt = await sweepBegins(sql)
  const open = await sweepRuns(sweeping)
  sweeping.sweep.isWhole =
    open !== undefined &&
    (await sweepFacts(sweeping, open)) &&
    (await sweepAsking(sweeping, open, begunAt))
  if (sweeping.sweep.isWhole && options.isLookOnly !== true)
    await sweepEnds(parts.database, begunAt)
  return sweeping.sweep
}

const factPagesMax = 10_000
const factsAtOnce = 500

/** Restarts what has no open run, given the listed ones in `open`; true if every row was checked. */
async function sweepFacts(sweeping: Sweeping, open: ReadonlySet<string>): Promise<boolean> {
  const { sql, options } = sweeping
  for (const kind of Object.keys(workflowKinds) as WorkflowKind[]) {
    let afterId: string | undefined
    for (let pages = 0; pages < factPagesMax; pages += 1) {
      const { factsOlderThanMs: olderThanMs } = options
      const facts = await listOpenFacts(sql, kind, { olderThanMs, afterId, limit: factsAtOnce })
      const unlisted = facts.filter((fact) => !open.has(runIdOf(fact)))
      const missing = await asked(
        sweeping,
        unlisted,
        async (fact) => !(await hasRun(sweeping, fact)),
      )
      if (missing.length > 0) await startMissing(sweeping, kind, missing)
      if (!goesOn(sweeping)) return false
      if (facts.length < factsAtOnce) break
      afterId = facts.at(-1)?.subjectId
    }
  }
  return true
}

/** Closes what asks for attention although its run has ended, somebody having ended it; true if all was looked at. */
async function sweepAsking(
  sweeping: Sweeping,
  open: ReadonlySet<string>,
  begunAt: string,
): Promise<boolean> {
  const { sql, call, options } = sweeping
  const limit = factsAtOnce
  let afterId = 0n
  for (;;) {
    const asking = await askingBefore(sql, { begunAt, afterId, limit })
    const unlisted = asking.filter(({ runId }) => !open.has(runId))
    const ended = await asked(
      sweeping,
      unlisted,
      async ({ workflowId: id, runId }) => !(await call((client) => isRunOpen(client, id, runId))),
    )
    if (ended.length > 0 && options.isLookOnly !== true) await noteEnded(sql, ended, begunAt)
    if (!goesOn(sweeping)) return false
    if (asking.length < limit) return true
    afterId = asking.at(-1)?.id ?? 0n
  }
}

function runIdOf({ kind, subjectId }: OpenFact): string {
  return workflowId(kind, subjectId)
}

function hasRun({ call }: SweepParts, fact: OpenFact): Promise<boolean> {
  return call((client) => isRunOpen(client, runIdOf(fact)))
}

async function startMissing(
  sweeping: Sweeping,
  kind: WorkflowKind,
  missing: readonly OpenFact[],
): Promise<void> {
  const { sweep, sql, options } = sweeping
  const isLookOnly = options.isLookOnly === true
  const ids = missing.map(({ subjectId }) => subjectId)
  const facts = isLookOnly
    ? await openAmong(sql, kind, ids)
    : await startAgain(sweeping, { kind, ids }, (tx, facts) => noteMissing(tx, facts.map(runIdOf)))
  sweep.missing += facts.length
  if (!isLookOnly) sweep.restarted[kind] = (sweep.restarted[kind] ?? 0) + facts.length
  const done = isLookOnly ? 'nothing' : 'restarted'
  for (const fact of facts) {
    show(sweep, { what: 'missing', workflowId: runIdOf(fact), kind, since: fact.since, done })
  }
}
