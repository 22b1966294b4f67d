import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { asId, type PayoutSuspensionId, type ServiceEnvId } from '#domain/ids.ts'
import type { BankCode, OperatorCode } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/** Which payouts are stopped: null is all services, or all operators and banks. */
export interface PayoutSuspension {
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId | null
  readonly provider: OperatorCode | BankCode | null
}

/**
 * Takes no new payouts of these from now on; those accepted before go on. Refusals: invalid_field for a service that is not
 * there in this mode, action_not_allowed where just these are stopped already.
 */
export async function suspendPayouts(
  { pool }: Pick<Database, 'pool'>,
  actor: StaffMember,
  { mode, serviceEnvId, provider, cause }: PayoutSuspension & { readonly cause: ActCause },
): Promise<PayoutSuspensionId> {
  const id = asId<PayoutSuspensionId>(randomUUIDv7())
  await inTransaction(pool, async (sql) => {
    const place = 'select id from service_env where id = $1 and mode = $2'
    const isThere =
      serviceEnvId === null || (await sql.rows(place, [serviceEnvId, mode])).length > 0
    if (!isThere) throw fail('invalid_field', { field: 'service_env_id' })
    const suspended = await sql.rows(
      `insert into payout_suspension (id, mode, service_env_id, provider, reason, suspended_by)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id`,
      [id, mode, serviceEnvId, provider, cause.reason ?? null, actor.id],
    )
    if (suspended.length === 0) throw fail('action_not_allowed')
    await logAct(sql, actor, {
      act: 'payouts.suspend',
      subject: { kind: 'payout_suspension', id },
      ...(serviceEnvId && { serviceEnvId }),
      details: { mode, provider },
      cause,
    })
  })
  return id
}
