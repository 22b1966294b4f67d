import { fail } from '#domain/errors/errors.ts'
import type { DifferenceId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/**
 * Somebody has looked at a difference, and says why it may rest; no money moves by it. Refusals: difference_not_found,
 * action_not_allowed where it is closed already.
 */
export async function closeDifference(
  { pool }: Pick<Database, 'pool'>,
  member: StaffMember,
  {
    id,
    cause,
  }: { readonly id: DifferenceId; readonly cause: ActCause & { readonly reason: string } },
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    const [closed] = await sql.rows<{ service_env_id: string | null }>(close, [
      id,
      member.id,
      cause.reason,
    ])
    if (closed === undefined)
      throw fail((await isThere(sql, id)) ? 'action_not_allowed' : 'difference_not_found')
    const act = { act: 'difference.close', subject: { kind: 'difference', id }, cause }
    const { service_env_id: serviceEnvId } = closed
    await logAct(sql, member, serviceEnvId === null ? act : { ...act, serviceEnvId })
  })
}

async function isThere(sql: Sql, id: DifferenceId): Promise<boolean> {
  return (await sql.rows('select id from reconciliation_difference where id = $1', [id])).length > 0
}

const close = `update reconciliation_difference d set closed_at = now(), closed_by = $2, reason = $3
  where id = $1 and closed_at is null
  returning (select t.service_env_id from transaction t where t.id = d.transaction_id)`
