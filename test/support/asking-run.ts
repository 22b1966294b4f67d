import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { noteTrouble } from '#use-cases/runs/attention.ts'
import { workflowId } from '#workflows/contract.ts'

/** A notice of a run that needs attention, in the database only: no such run is open. */
export async function askingRun(
  database: Pick<Database, 'pool'>,
  id = workflowId('collection', randomUUID()),
): Promise<string> {
  const trouble = { step: 'checkPayment', code: 'TypeError' }
  await noteTrouble(database, { workflowId: id, runId: randomUUID() }, trouble)
  const notice = await onPool(database.pool).one<{ id: string }>(
    `select n.id::text from staff_notice n join run_finding f on f.id = n.run_finding_id
     where f.workflow_id = $1`,
    [id],
  )
  return notice.id
}
