import assert from 'node:assert/strict'
import { given } from '#test/support/given.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { samples } from './samples.ts'
import { type Answered, describedRoutes, groupsOf, holdPage, observe } from './table.ts'

const callers = ['none', 'secret', 'public', 'terminal', 'session'] as const
const names = ['no key', ...callers.slice(1)]

describe('each route with each kind of key', () => {
  const service = given(() => sharedService())

  it('is answered as docs/routes.md says (`WRITE_ROUTES=1` writes what was observed)', async function () {
    this.timeout(180_000)
    const answered: Answered[] = []
    for (const route of await describedRoutes(service, '/openapi.json')) {
      const answers: string[] = []
      for (const caller of callers) answers.push(await observed(service, route, caller))
      answered.push({ route, answers })
    }
    await holdPage('routes.md', pageOf(groupsOf(names, answered)))
  })
})

/** Status and code of a good request to the route by this caller, on a merchant of its own. */
async function observed(
  service: TestService,
  route: string,
  caller: (typeof callers)[number],
): Promise<string> {
  const make = samples[route]
  assert.ok(make, `${route} has no sample in test/route-table/samples.ts`)
  const tenant = await createTenant(service.database)
  const sample = await make({ service, tenant })
  return observe(service, route, {
    ...sample,
    key: caller === 'none' ? undefined : tenant.keys[caller],
  })
}

function pageOf(groups: string): string {
  return `# Routes and keys

What routes answer to each kind of key in sandbox, for an object of the key's own merchant: status and code as observed
by [test/route-table](../test/route-table/route-table.test.ts), which fails if an answer differs from this page. Routes
that answer alike are listed together. The staff desk's routes are in [staff-routes.md](staff-routes.md).

${groups}
`
}
