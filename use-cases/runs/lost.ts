import type { Database } from '#db/connect.ts'
import type { OutboxOptions } from '#db/outbox.ts'
import { knownAmong, subjectOfKind } from '#db/runs/open-facts.ts'
import { onPool } from '#db/sql.ts'
import { workflowKinds } from '#workflows/contract.ts'
import { listRuns, type OpenRun } from './list.ts'

/** What moves money by order of somebody. */
const kinds = ['collection', 'payout', 'bank-transfer', 'refund'] as const

/**
 * The runs of payments and refunds that were started since then, whether they are open or have ended, and that the
 * database knows nothing about: what it has lost if it was restored to an earlier moment. `tell` gets each.
 */
export async function listLost(
  {
    database,
    call,
  }: { readonly database: Pick<Database, 'pool'>; readonly call: OutboxOptions['call'] },
  since: Date,
  tell: (lost: OpenRun) => void,
): Promise<void> {
  const types = kinds.map((kind) => `'${workflowKinds[kind].type}'`).join(', ')
  const query = `WorkflowType in (${types}) and StartTime >= '${since.toISOString()}'`
  const told = new Set<string>()
  for (let token: Uint8Array | undefined; ;) {
    const after = token
    const { runs, next } = await call((client) => listRuns(client, query, after))
    for (const run of await unknownOf(database, runs)) {
      // One that went on in a new run is listed twice.
      if (!told.has(run.workflowId)) tell(run)
      told.add(run.workflowId)
    }
    if (next === undefined) return
    token = next
  }
}

async function unknownOf(
  { pool }: Pick<Database, 'pool'>,
  runs: readonly OpenRun[],
): Promise<readonly OpenRun[]> {
  const unknown: OpenRun[] = []
  for (const [kind, some] of Map.groupBy(runs, (run) => run.kind)) {
    const ids = some.map(({ subjectId }) => subjectId)
    const known = await knownAmong(onPool(pool), subjectOfKind(kind), ids)
    unknown.push(...some.filter(({ subjectId }) => !known.has(subjectId)))
  }
  return unknown
}
