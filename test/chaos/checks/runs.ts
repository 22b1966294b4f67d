import type { Client } from '@temporalio/client'
import { listOpenFacts, openAmong } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'
import { listOpenRuns } from '#use-cases/runs/list.ts'
import { type WorkflowKind, workflowId, workflowKinds } from '#workflows/contract.ts'
import { housekeeping, runReconciliation } from '#workflows/contract/schedules.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { checkOf } from './check.ts'

const kinds = Object.keys(workflowKinds) as WorkflowKind[]
const factsMax = 1000

/** Temporal's own list, beside the facts of the books. */
export const ofRuns = checkOf({
  'I5 what is open in the books has its run': async (evidence) => {
    const sql = onPool(evidence.database.pool)
    const open = new Set((await openRunsOf(evidence)).map((run) => run.workflowId))
    const page = { afterId: undefined, olderThanMs: 0, limit: factsMax }
    const facts = await Promise.all(
      kinds.map(async (kind) =>
        (await listOpenFacts(sql, kind, page)).map(({ subjectId }) => workflowId(kind, subjectId)),
      ),
    )
    return facts.flat().filter((id) => !open.has(id))
  },
  'I5 what is over in the books has no run': runsOfWhatIsOver,
  'I5 no run fails': (evidence) => idsOf(evidence, `ExecutionStatus = 'Failed' ${ofPayments}`),
  'I5 no run runs out of time': (evidence) => idsOf(evidence, `ExecutionStatus = 'TimedOut'`),
})

/** A sweep that fails is no fault: the next one comes within a minute. */
const ofPayments = [runReconciliation, housekeeping]
  .map(({ type }) => `and WorkflowType != '${type}'`)
  .join(' ')

type Places = Pick<Evidence, 'database' | 'temporal'>

/** The ids of runs that are open though what they are about is not. */
export async function runsOfWhatIsOver(places: Places): Promise<string[]> {
  const sql = onPool(places.database.pool)
  const runs = await openRunsOf(places)
  const astray = await Promise.all(
    kinds.map(async (kind) => {
      const ids = runs.filter((run) => run.kind === kind).map(({ subjectId }) => subjectId)
      const open = new Set((await openAmong(sql, kind, ids)).map((fact) => fact.subjectId))
      return ids.filter((id) => !open.has(id)).map((id) => workflowId(kind, id))
    }),
  )
  return astray.flat()
}

async function openRunsOf({ temporal }: Pick<Evidence, 'temporal'>) {
  return (await temporal.call((client) => listOpenRuns(client, undefined), callMs)).runs
}

const callMs = 20_000

function idsOf({ temporal }: Evidence, query: string): Promise<string[]> {
  return temporal.call((client) => listed(client, query), callMs)
}

async function listed(client: Client, query: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { workflowId: id } of client.workflow.list({ query })) ids.push(id)
  return ids
}
