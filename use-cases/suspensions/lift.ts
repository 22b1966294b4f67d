import { fail } from '#domain/errors/errors.ts'
import type { PayoutSuspensionId, StaffMemberId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/**
 * Takes just these payouts again; a wider suspension goes on. Refusals: payout_suspension_not_found, action_not_allowed
 * where it is lifted already.
 */
export async function liftPayoutSuspension(
  { pool }: Pick<Database, 'pool'>,
  actor: StaffMember,
  { id, cause }: { readonly id: PayoutSuspensionId; readonly cause: ActCause },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const found = await sql.first(locked({ id }))
    if (found === undefined) throw fail('payout_suspension_not_found')
    const { serviceEnvId, liftedAt } = found
    if (liftedAt !== null) throw fail('action_not_allowed')
    await sql.run(lift({ id, by: actor.id }))
    await logAct(sql, actor, {
      act: 'payouts.resume',
      subject: { kind: 'payout_suspension', id },
      ...(serviceEnvId && { serviceEnvId }),
      cause,
    })
  })
}

const locked = prepared((p: Params<{ id: PayoutSuspensionId }>) =>
  db
    .selectFrom('payoutSuspension')
    .select(['serviceEnvId', 'liftedAt'])
    .where('id', '=', p.id)
    .forUpdate(),
)

const lift = prepared((p: Params<{ id: PayoutSuspensionId; by: StaffMemberId }>) =>
  db.updateTable('payoutSuspension').set({ liftedAt: now, liftedBy: p.by }).where('id', '=', p.id),
)
