import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { countAsSent } from '#db/runs/count-as-sent.ts'
import { type OpenFact, openAmong } from '#db/runs/open-facts.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

export interface StartParts {
  readonly database: Pick<Database, 'pool'>
  readonly outbox: Pick<Outbox, 'kick'>
}

/**
 * Restarts the runs of these subjects that still need one; returns those. The rows are read again in the transaction
 * that announces the starts, so subjects that have ended meanwhile are left out. An open run stays the only one. Orders
 * count as sent: their operator is asked before anything is sent. One whose start still waits in the outbox had no run
 * yet: it is handed over as it is.
 */
export async function startAgain(
  { database, outbox }: StartParts,
  { kind, ids }: { readonly kind: WorkflowKind; readonly ids: readonly string[] },
  note?: (sql: Sql, facts: readonly OpenFact[]) => Promise<void>,
): Promise<OpenFact[]> {
  const { facts, announced } = await inTransaction(database.pool, async (sql) => {
    const facts = await openAmong(sql, kind, ids)
    await note?.(sql, facts)
    const waiting = await sql.all(startsOf({ kind, ids }))
    const announced = new Set(waiting.map(({ subjectId }) => subjectId))
    const lost = facts.filter(({ subjectId }) => !announced.has(subjectId))
    await countAsSent(
      sql,
      kind,
      lost.map(({ subjectId }) => subjectId),
    )
    const anew = await enqueue(
      sql,
      lost.map(({ entry }) => entry),
    )
    return { facts, announced: [...waiting.map(({ id }) => `${id}`), ...anew] }
  })
  outbox.kick(announced)
  return facts
}

const startsOf = prepared((p: Params<{ kind: WorkflowKind; ids: readonly string[] }>) =>
  db
    .selectFrom('outbox')
    .select(['id', 'subjectId'])
    .where('kind', '=', p.kind)
    .where('subjectId', '=', anyOf(p.ids))
    .where((eb) => eb.or([eb('signal', 'is', null), eb('startsRun', '=', true)])),
)
