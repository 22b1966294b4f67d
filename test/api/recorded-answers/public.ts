import { samples } from '#test/route-table/samples.ts'
import { createKey, createTenant } from '#test/support/tenant.ts'
import type { TestService } from '#test/support/service.ts'
import { describedRoutes } from './description.ts'
import { recordRoute, type Scene } from './each-route.ts'
import type { Recordings } from './recording.ts'

/** Each route of the merchants’ API, asked with each kind of key, rightly and wrongly. */
export async function recordPublicRoutes(
  service: TestService,
  recordings: Recordings,
): Promise<void> {
  const { baseUrl } = service
  const rounds = {
    baseUrl,
    recordings,
    askers: ['secret'],
    makeScene: (route: string) => makeScene(service, route),
  }
  for (const described of await describedRoutes(baseUrl, '/openapi.json')) {
    await recordRoute(rounds, described)
  }
}

async function makeScene(service: TestService, route: string): Promise<Scene> {
  const { database } = service
  const tenant = await createTenant(database)
  const { serviceId, keys } = tenant
  const live = await createTenant(database, { mode: 'live', serviceId })
  const other = await createTenant(database)
  const make = samples[route]
  if (make === undefined) throw new Error(`${route} has no sample in test/route-table/samples.ts`)
  return {
    sample: await make({ service, tenant }),
    keys: {
      none: undefined,
      unknown: 'SKSANDBOX_nobody',
      secret: keys.secret,
      public: keys.public,
      terminal: keys.terminal,
      session: keys.session,
      live: live.keys.secret,
      other: other.keys.secret,
      'other terminal': await createKey(database, other, 'terminal'),
    },
  }
}
