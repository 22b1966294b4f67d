import { randomUUIDv7 } from 'node:crypto'
import { asId, type LedgerProofId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { enqueue, type Outbox } from '#db/outbox.ts'
import { proofEntry } from '#db/runs/entries.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** Has the books proven now; one that somebody ordered and that is still running is what others are given too. */
export async function orderProof(
  { pool }: Pick<Database, 'pool'>,
  outbox: Outbox,
  { member, cause }: { readonly member: StaffMember; readonly cause: ActCause },
): Promise<{ readonly id: LedgerProofId; readonly isNew: boolean }> {
  const { outboxIds, ...ordered } = await inTransaction(pool, async (sql) => {
    const running = await findRunning(sql)
    if (running !== undefined) return { id: running, isNew: false, outboxIds: [] }
    const id = asId<LedgerProofId>(randomUUIDv7())
    await sql.rows('insert into ledger_proof (id, ordered_by) values ($1, $2)', [id, member.id])
    const subject = { kind: 'ledger_proof', id }
    await logAct(sql, member, { act: 'ledger.prove', subject, cause })
    return { id, isNew: true, outboxIds: await enqueue(sql, [proofEntry(id)]) }
  })
  outbox.kick(outboxIds)
  return ordered
}

/** A proof that runs for longer has lost its run: another one is begun. */
const runningAtMost = '1 hour'

async function findRunning(sql: Sql): Promise<LedgerProofId | undefined> {
  await sql.rows(`select pg_advisory_xact_lock(hashtextextended('ledger proofs', 0))`)
  const [running] = await sql.rows<{ id: LedgerProofId }>(
    `select id from ledger_proof where state = 'running' and ordered_by is not null
       and created_at > now() - interval '${runningAtMost}' order by created_at desc limit 1`,
  )
  return running?.id
}
