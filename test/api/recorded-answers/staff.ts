import { type StaffRole, staffRoles } from '#domain/people/staff-roles.ts'
import { staffSamples } from '#test/route-table/staff-samples.ts'
import type { TestService } from '#test/support/service.ts'
import { atDesk, type AtDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { ask } from './ask.ts'
import { type Described, describedRoutes, groupOf } from './description.ts'
import { recordRoute, type Scene } from './each-route.ts'
import type { Recordings } from './recording.ts'
import { fillDesk, ownSamples } from './staff-samples.ts'

/** Each route of the staff desk, asked by each role, rightly and wrongly; lists first, while little has happened. */
export async function recordStaffRoutes(
  service: TestService,
  recordings: Recordings,
): Promise<void> {
  const { baseUrl, database } = service
  const { keys } = await createTenant(database)
  const desks = await desksOf(service)
  const desk = deskOf(desks, 'administrator')
  await fillDesk({ service, desk })
  const rounds = {
    baseUrl,
    recordings,
    askers: ['supervisor', 'administrator', 'agent'],
    makeScene: (route: string) => makeScene(service, { route, desks, key: keys.secret }),
  }
  const routes = await describedRoutes(baseUrl, '/staff/openapi.json')
  for (const described of routes.filter(isList)) {
    await recordRoute(rounds, described)
    await recordSearches({ baseUrl, recordings, desk: deskOf(desks, 'supervisor') }, described)
  }
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

function deskOf(desks: Desks, role: StaffRole): AtDesk {
  const desk = desks.get(role)
  if (desk === undefined) throw new Error(`no ${role} is at the desk`)
  return desk
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
  const desk = deskOf(ours, 'administrator')
  const tokens = [...ours].map(([role, { token }]) => [role, token])
  return {
    sample: await make({ service, desk }),
    keys: { none: undefined, unknown: 'rien', merchant: key, ...Object.fromEntries(tokens) },
  }
}

interface Reader {
  readonly baseUrl: string
  readonly recordings: Recordings
  readonly desk: AtDesk
}

/** Values of filters, as far as lists have them. */
const filters: Readonly<Record<string, readonly string[]>> = {
  state: ['requested', 'pending', 'open', 'done', 'active', 'held', 'submitted'],
  status: ['pending', 'active', 'pending_verification'],
  mode: ['live', 'sandbox'],
  kind: ['missing_here', 'payout_undecided'],
  provider: ['mtn-benin'],
  q: ['CMD-', 'Nulle part', 'rien'],
  limit: ['1'],
}

/** A list by its filters one by one, and its pages one by one. */
async function recordSearches(
  { baseUrl, recordings, desk }: Reader,
  { route, method, template, query }: Described,
): Promise<void> {
  const tell = async (search: string): Promise<string> => {
    const asked = await ask(baseUrl, { method, path: `${template}?${search}`, key: desk.token })
    const about = search.replace(/cursor=.*/, 'cursor')
    const noted = { subject: route, about, caller: 'supervisor', record: asked.record }
    recordings.note(groupOf(template), noted)
    return asked.text
  }
  for (const name of query) {
    for (const value of filters[name] ?? []) await tell(`${name}=${value}`)
  }
  if (!query.includes('cursor')) return
  const cursor = /"next_cursor":"([^"]+)"/.exec(await tell('limit=2'))?.[1]
  if (cursor !== undefined) await tell(`limit=2&cursor=${encodeURIComponent(cursor)}`)
}
