import { fail } from '#domain/errors/errors.ts'
import type { PayoutSuspensionId, ServiceEnvId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

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
    const [found] = await sql.rows<{ service_env_id: ServiceEnvId | null; is_lifted: boolean }>(
      `select service_env_id, lifted_at is not null as is_lifted from payout_suspension where id = $1 for update`,
      [id],
    )
    if (found === undefined) throw fail('payout_suspension_not_found')
    if (found.is_lifted) throw fail('action_not_allowed')
    await sql.rows('update payout_suspension set lifted_at = now(), lifted_by = $2 where id = $1', [
      id,
      actor.id,
    ])
    const { service_env_id: serviceEnvId } = found
    await logAct(sql, actor, {
      act: 'payouts.resume',
      subject: { kind: 'payout_suspension', id },
      ...(serviceEnvId && { serviceEnvId }),
      cause,
    })
  })
}
