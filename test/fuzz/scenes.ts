import { staffRoles } from '#domain/people/staff-roles.ts'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { createdCheckout } from '#test/support/checkouts.ts'
import { payFor } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import type { TestService } from '#test/support/service.ts'
import { atDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import type { Fuzzed } from './answers.ts'

/** What requests to the API of merchants may name: keys of every kind in both modes, and things of every kind. */
export async function merchantScene(service: TestService): Promise<Fuzzed> {
  const tenants = [
    await createTenant(service.database),
    await createTenant(service.database, { mode: 'live', currency: 'EUR' }),
  ]
  const [tenant] = tenants as [(typeof tenants)[number]]
  const { keys, terminalId } = tenant
  const { json } = await call(service, collectionCall(keys.terminal))
  await waitUntilFinal(service, keys.secret, json.data.id)
  const links = [
    await createLink(service.database, tenant),
    await createLink(service.database, tenant, { price: null, maxPayments: 2 }),
  ]
  const checkoutId = await createdCheckout(service, keys.terminal)
  const known = {
    keys: tenants.flatMap(({ keys: each }) => Object.values(each)),
    ids: [json.data.id, terminalId, checkoutId, ...links.map(({ id }) => id)],
  }
  return { baseUrl: service.baseUrl, description: '/openapi.json', known }
}

const sessions = 9

/** The same at the desk: sessions of every role, each begun again when it has ended. */
export async function deskScene({ database, baseUrl }: TestService): Promise<Fuzzed> {
  const { keys, serviceId } = await createTenant(database)
  const { transaction } = await payFor({ database }, { mode: 'sandbox' })
  const known = {
    keys: [keys.secret],
    ids: [transaction.id as string, serviceId, 'mtn-benin', 'moov-benin'],
  }
  /** A place in the list of keys whose session has ended gets another one. */
  const logIn = async (at: number): Promise<void> => {
    const desk = await atDesk(database, staffRoles[at % staffRoles.length] ?? 'agent')
    known.keys[at] = desk.token
    known.ids[at + 3] = desk.member.id
  }
  for (let at = 1; at <= sessions; at += 1) await logIn(at)
  return {
    baseUrl,
    description: '/staff/openapi.json',
    known,
    async after({ key }, { json }) {
      const at = known.keys.indexOf(key ?? '')
      const hasEnded = json?.error?.code === 'session_required'
      if (at > 0 && hasEnded) await logIn(at)
    },
  }
}
