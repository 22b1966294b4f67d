import { randomUUIDv7 } from 'node:crypto'
import Type from 'typebox'
import {
  asId,
  type PayoutSuspensionId,
  type ServiceEnvId,
  type StaffMemberId,
} from '#domain/ids.ts'
import { type BankCode, banks, type OperatorCode, operators } from '#domain/operators/operators.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { justifiedAndConfirmed, reasonField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'
import { fail } from '#domain/errors/errors.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { now, suspensionTurn, takeTurn } from '#db/functions.ts'
import { findPayoutSuspension } from './list.ts'

const providers = [...operators, ...banks].map(({ code }) => code)

/**
 * Suspends new payouts of one service or all, through one operator or bank or all. Refusals: invalid_field,
 * action_not_allowed if exactly these are already suspended.
 */
export const suspendPayoutsAct = deskAct({
  permission: 'payouts.suspend',
  body: Type.Object({
    mode: choiceField('invalid_field', ['live', 'sandbox']),
    service_env_id: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
    provider: Type.Optional(choiceField('invalid_provider', providers)),
    reason: reasonField,
  }),
  async work({ database }, { person, requestId, body }) {
    const { mode, provider = null, service_env_id: place, reason } = body
    const serviceEnvId = place === undefined ? null : asId<ServiceEnvId>(place.toLowerCase())
    const suspension = { mode, serviceEnvId, provider, cause: { requestId, reason } }
    return findPayoutSuspension(database, await suspendPayouts(database, person, suspension))
  },
})

/**
 * Lifts exactly this suspension, which lets money leave; a wider one stays. Refusals: wrong_password,
 * payout_suspension_not_found, action_not_allowed.
 */
export const liftSuspensionAct = deskAct({
  permission: 'payouts.suspend',
  body: justifiedAndConfirmed,
  async work({ database }, { person, requestId, body: { reason, password }, ...order }) {
    await confirmPassword(database, person, password)
    const id = asId<PayoutSuspensionId>(order.id)
    await liftPayoutSuspension(database, person, { id, cause: { requestId, reason } })
    return findPayoutSuspension(database, id)
  },
})

/** Which payouts are suspended: null means all services, or all operators and banks. */
interface PayoutSuspension {
  readonly mode: Mode
  readonly serviceEnvId: ServiceEnvId | null
  readonly provider: OperatorCode | BankCode | null
}

/**
 * Suspends these payouts once those that are being accepted are accepted, which continue. Refusals: invalid_field for
 * a service that does not exist in this mode, action_not_allowed if exactly these are already suspended.
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
    await sql.all(takeTurn({ name: suspensionTurn(mode) }))
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

/**
 * Lifts exactly this suspension; a wider one stays. Refusals: payout_suspension_not_found, action_not_allowed if it
 * is already lifted.
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
