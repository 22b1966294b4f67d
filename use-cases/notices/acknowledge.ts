import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { StaffMemberId } from '#domain/ids.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** Acknowledges a notice. Refusals: notice_not_found, action_not_allowed if it is acknowledged already. */
export async function acknowledgeNotice(
  { pool }: Pick<Database, 'pool'>,
  actor: StaffMember,
  { id, cause }: { readonly id: string; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const found = await sql.first(locked({ id: BigInt(id) }))
    if (found === undefined) throw fail('notice_not_found')
    const { acknowledgedAt, ...subjects } = found
    if (acknowledgedAt !== null) throw fail('action_not_allowed')
    await sql.run(acknowledge({ id: BigInt(id), by: actor.id }))
    await logAct(sql, actor, {
      act: 'notice.acknowledge',
      subject: { kind: 'notice', id },
      // The subject of the notice; the other columns are null.
      details: Object.fromEntries(Object.entries(subjects).filter(([, of]) => of !== null)),
      cause,
    })
  })
}

const locked = prepared((p: Params<{ id: bigint }>) =>
  db
    .selectFrom('staffNotice')
    .select(['transactionId as transaction_id', 'proofId as proof_id', 'runs', 'acknowledgedAt'])
    .select((eb) => eb.cast<string | null>('runFindingId', 'text').as('run_finding_id'))
    .where('id', '=', p.id)
    .forUpdate(),
)

const acknowledge = prepared((p: Params<{ id: bigint; by: StaffMemberId }>) =>
  db
    .updateTable('staffNotice')
    .set({ acknowledgedAt: now, acknowledgedBy: p.by })
    .where('id', '=', p.id),
)
