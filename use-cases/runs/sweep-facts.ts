import { workflowId, workflowKinds, type WorkflowKind } from '#workflows/contract.ts'
import { isRunOpen } from '#db/runs/hand-over.ts'
import { listOpenFacts, openAmong, type OpenFact } from '#db/runs/open-facts.ts'
import { noteMissing } from './findings.ts'
import { startAgain } from './start-again.ts'
import { asked, goesOn, show, type Sweeping, type SweepParts } from './sweep.ts'

const factPagesMax = 10_000
const factsAtOnce = 500

/** Restarts what has no open run, given the listed ones in `open`; true if every row was checked. */
export async function sweepFacts(sweeping: Sweeping, open: ReadonlySet<string>): Promise<boolean> {
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
