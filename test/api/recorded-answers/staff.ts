import { type StaffRole, staffRoles } from '#domain/staff-roles.ts'
import { staffSamples } from '#test/route-table/staff-samples.ts'
import type { TestService } from '#test/support/service.ts'
import { atDesk, type AtDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { type Described, describedRoutes } from './description.ts'
import { recordRoute, type Scene } from './each-route.ts'
import type { Recordings } from './recording.ts'
import { ownSamples } from './staff-samples.ts'

/** Each route of the staff desk, asked by each role, rightly and wrongly; lists first, while little has happened. */
export async function recordStaffRoutes(
  service: TestService,
  recordings: Recordings,
): Promise<void> {
  const { baseUrl, database } = service
  const { keys } = await createTenant(database)
  const desks = await desksOf(service)
  const rounds = {
    baseUrl,
    recordings,
    askers: ['supervisor', 'administrator', 'agent'],
    makeScene: (route: string) => makeScene(service, { route, desks, key: keys.secret }),
  }
  const routes = await describedRoutes(baseUrl, '/staff/openapi.json')
  for (const described of routes.filter(isList)) await recordRoute(rounds, described)
  for (const described of routes.filter((each) => !isList(each)))
    await recordRoute(rounds, described)
}

function isList({ method, template }: Described): boolean {
  return method === 'GET' && !template.includes('{')
}

type Desks = ReadonlyMap<StaffRole, AtDesk>

async function desksOf({ database }: TestService): Promise<Desks> {
  const desks = new Map<StaffRole, AtDesk>()
  for (const role of staffRoles) desks.set(role, await atDesk(database, role))
  return desks
}

/** What changes the session, password or codes of who asks. */
const aboutOneself = /^POST \/staff\/api\/(log-in|log-out|password|invitation|one-time-codes)/

async function makeScene(
  service: TestService,
  { route, desks, key }: { readonly route: string; readonly desks: Desks; readonly key: string },
): Promise<Scene> {
  const make = ownSamples[route] ?? staffSamples[route]
  if (make === undefined) throw new Error(`${route} has no sample in test/route-table`)
  const ours = aboutOneself.test(route) ? await desksOf(service) : desks
  const desk = ours.get('administrator')
  if (desk === undefined) throw new Error('nobody is at the desk')
  const tokens = [...ours].map(([role, { token }]) => [role, token])
  return {
    sample: await make({ service, desk }),
    keys: { none: undefined, unknown: 'rien', merchant: key, ...Object.fromEntries(tokens) },
  }
}
