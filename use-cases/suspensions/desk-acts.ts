import Type from 'typebox'
import { asId, type PayoutSuspensionId, type ServiceEnvId } from '#domain/ids.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { deskAct } from '#use-cases/desk/act.ts'
import { justified, reasonField } from '#use-cases/desk/fields.ts'
import { choiceField } from '#use-cases/fields.ts'
import { liftPayoutSuspension } from './lift.ts'
import { findPayoutSuspension } from './list.ts'
import { suspendPayouts } from './suspend.ts'

const providers = [...operators, ...banks].map(({ code }) => code)

/**
 * Takes no new payouts, of one service or of all, by one operator or bank or by all. Refusals: invalid_field,
 * action_not_allowed where just these are stopped already.
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

/** Takes just these payouts again; a wider suspension goes on. Refusals: payout_suspension_not_found, action_not_allowed. */
export const liftSuspensionAct = deskAct({
  permission: 'payouts.suspend',
  body: justified,
  async work({ database }, { person, requestId, body: { reason }, ...order }) {
    const id = asId<PayoutSuspensionId>(order.id)
    await liftPayoutSuspension(database, person, { id, cause: { requestId, reason } })
    return findPayoutSuspension(database, id)
  },
})
