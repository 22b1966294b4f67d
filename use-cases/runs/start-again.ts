import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { countAsSent } from '#db/runs/count-as-sent.ts'
import { type OpenFact, openAmong } from '#db/runs/open-facts.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

export interface StartParts {
  readonly database: Pick<Database, 'pool'>
  readonly outbox: Pick<Outbox, 'kick'>
}

/**
 * Restarts the runs of these subjects that still need one; returns those. The rows are read again in the transaction
 * that announces the starts, so subjects that have ended meanwhile are left out. An open run stays the only one. Orders
 * count as sent: their operator is asked before anything is sent.
 */
export async function startAgain(
  { database, outbox }: StartParts,
  { kind, ids }: { readonly kind: WorkflowKind; readonly ids: readonly string[] },
  note?: (sql: Sql, facts: readonly OpenFact[]) => Promise<void>,
): Promise<OpenFact[]> {
  const { facts, announced } = await inTransaction(database.pool, async (sql) => {
    const facts = await openAmong(sql, kind, ids)
    await note?.(sql, facts)
    await countAsSent(
      sql,
      kind,
      facts.map(({ subjectId }) => subjectId),
    )
    const entries = facts.map(({ entry }) => entry)
    return { facts, announced: await enqueue(sql, entries) }
  })
  outbox.kick(announced)
  return facts
}
