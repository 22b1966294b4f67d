import type { Client } from '@temporalio/client'
import { listOpenFacts } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'
import { workflowId } from '#workflows/contract.ts'
import { housekeeping, runReconciliation } from '#workflows/contract/schedules.ts'
import type { Evidence } from '#test/chaos/evidence.ts'
import { callMs, kinds, openRunsOf, runsOfWhatIsOver } from '#test/chaos/open-runs.ts'
import { checkOf } from './check.ts'

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

function idsOf({ temporal }: Evidence, query: string): Promise<string[]> {
  return temporal.call((client) => listed(client, query), callMs)
}

async function listed(client: Client, query: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { workflowId: id } of client.workflow.list({ query })) ids.push(id)
  return ids
}
