import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import {
  asId,
  type PayoutSuspensionId,
  type ServiceEnvId,
  type StaffMemberId,
} from '#domain/ids.ts'
import type { BankCode, OperatorCode } from '#domain/operators/operators.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

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
    const isThere = serviceEnvId === null || (await sql.first(place({ serviceEnvId, mode })))
    if (!isThere) throw fail('invalid_field', { field: 'service_env_id' })
    const reason = cause.reason ?? null
    const suspended = await sql.run(
      suspend({ id, mode, serviceEnvId, provider, reason, suspendedBy: actor.id }),
    )
    if (suspended === 0) throw fail('action_not_allowed')
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

const place = prepared((p: Params<{ serviceEnvId: ServiceEnvId; mode: Mode }>) =>
  db
    .selectFrom('serviceEnv')
    .select('id')
    .where('id', '=', p.serviceEnvId)
    .where('mode', '=', p.mode),
)

interface NewSuspension extends PayoutSuspension {
  readonly id: PayoutSuspensionId
  readonly reason: string | null
  readonly suspendedBy: StaffMemberId
}

const suspend = prepared(
  ({ id, mode, serviceEnvId, provider, reason, suspendedBy }: Params<NewSuspension>) =>
    db
      .insertInto('payoutSuspension')
      .values({ id, mode, serviceEnvId, provider, reason, suspendedBy })
      .onConflict((conflict) => conflict.doNothing()),
)
