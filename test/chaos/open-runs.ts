import { openAmong } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'
import { listOpenRuns } from '#use-cases/runs/list.ts'
import { type WorkflowKind, workflowId, workflowKinds } from '#workflows/contract.ts'
import type { World } from './world.ts'

/** Of all that has a run. */
export const kinds = Object.keys(workflowKinds) as WorkflowKind[]
/** How long Temporal may take to tell. */
export const callMs = 20_000

interface Places extends Pick<World, 'database'> {
  readonly temporal: Pick<World['temporal'], 'call'>
}

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

/** All that Temporal lists as open. */
export async function openRunsOf({ temporal }: Pick<Places, 'temporal'>) {
  return (await temporal.call((client) => listOpenRuns(client, undefined), callMs)).runs
}
