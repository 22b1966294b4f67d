import { randomUUIDv7 } from 'node:crypto'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { takeTurn } from '#db/functions.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { proofEntry } from '#db/runs/entries.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, sql as text } from '#db/statements.ts'

/** Starts a ledger check now, or returns the requested one that is still running. */
export async function orderProof(
  { pool }: Pick<Database, 'pool'>,
  outbox: Outbox,
  { member, cause }: { readonly member: StaffMember; readonly cause: ActCause },
): Promise<{ readonly id: LedgerProofId; readonly isNew: boolean }> {
  const { outboxIds, ...ordered } = await inTransaction(pool, async (sql) => {
    const running = await findRunning(sql)
    if (running !== undefined) return { id: running, isNew: false, outboxIds: [] }
    const id = asId<LedgerProofId>(randomUUIDv7())
    await sql.run(db.insertInto('ledgerProof').values({ id, orderedBy: member.id }))
    const subject = { kind: 'ledger_proof', id }
    await logAct(sql, member, { act: 'ledger.prove', subject, cause })
    return { id, isNew: true, outboxIds: await enqueue(sql, [proofEntry(id)]) }
  })
  outbox.kick(outboxIds)
  return ordered
}

async function findRunning(sql: Sql): Promise<LedgerProofId | undefined> {
  await sql.run(takeTurn({ name: 'ledger proofs' }))
  return (await sql.first(running))?.id
}

// A check that runs for longer has lost its run: a new one is started.
const running = db
  .selectFrom('ledgerProof')
  .select('id')
  .where('state', '=', 'running')
  .where('orderedBy', 'is not', null)
  .where('createdAt', '>', text<Date>`now() - interval '1 hour'`)
  .orderBy('createdAt', 'desc')
  .limit(1)
