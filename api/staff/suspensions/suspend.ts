import Type, { type Static } from 'typebox'
import { asId, type ServiceEnvId } from '#domain/ids.ts'
import { banks, operators } from '#domain/operators/operators.ts'
import { suspendPayouts } from '#use-cases/suspensions/suspend.ts'
import { findPayoutSuspension } from '#use-cases/suspensions/list.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField } from '#http/fields.ts'
import { type FreshAnswer, route } from '#http/route.ts'
import { presentSuspension } from '#api/present/staff-payouts.ts'
import { payoutSuspension } from '#api/schemas/staff-payouts.ts'
import { type ActInput, makingAct } from '#http/desk-act.ts'
import { causeOf, reasonField } from '#api/staff/fields.ts'

const providers = [...operators, ...banks].map(({ code }) => code)

const body = Type.Object({
  mode: choiceField('invalid_field', ['live', 'sandbox']),
  service_env_id: Type.Optional(Type.String({ code: 'invalid_field', format: 'uuid' })),
  provider: Type.Optional(choiceField('invalid_provider', providers)),
  reason: reasonField,
})

/**
 * Takes no new payouts, of one service or of all, by one operator or bank or by all. Refusals: invalid_field,
 * action_not_allowed where just these are stopped already.
 */
export const suspendAct = makingAct({ body, order: suspend })

export function suspendStaffPayouts(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/payout-suspensions',
    keys: { staff: 'payouts.suspend' },
    summary: 'Suspendre des retraits',
    success: 201,
    answer: { object: payoutSuspension },
    body,
    handler: (input) => suspend(context, input),
  })
}

async function suspend(
  { database }: ApiContext,
  input: ActInput<Static<typeof body>, unknown>,
): Promise<FreshAnswer> {
  const { mode, provider = null, service_env_id: place, reason } = input.body
  const serviceEnvId = place === undefined ? null : asId<ServiceEnvId>(place.toLowerCase())
  const cause = causeOf(input, reason)
  const suspension = { mode, serviceEnvId, provider, cause }
  const id = await suspendPayouts(database, input.caller.person, suspension)
  return { body: { data: presentSuspension(await findPayoutSuspension(database, id)) } }
}
