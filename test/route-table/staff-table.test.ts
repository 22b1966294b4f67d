import assert from 'node:assert/strict'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { atDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { staffSamples } from './staff-samples.ts'
import { describedRoutes, holdPage, observe } from './table.ts'

const callers = ['none', 'key', 'agent', 'supervisor', 'administrator'] as const

describe('each route of the staff desk with each role', () => {
  let service: TestService
  before(async () => (service = await sharedService()))
  after(() => service?.stop())

  it('is answered as docs/staff-routes.md says (`WRITE_ROUTES=1` writes what was observed)', async function () {
    this.timeout(180_000)
    const rows: string[] = []
    for (const route of await describedRoutes(service, '/staff/openapi.json')) {
      const cells: string[] = []
      for (const caller of callers) cells.push(await observed(service, route, caller))
      rows.push(`| \`${route}\` | ${cells.join(' | ')} |`)
    }
    await holdPage('staff-routes.md', pageOf(rows))
  })
})

async function observed(
  service: TestService,
  route: string,
  caller: (typeof callers)[number],
): Promise<string> {
  const make = staffSamples[route]
  assert.ok(make, `${route} has no sample in test/route-table/staff-samples.ts`)
  const role: StaffRole = caller === 'none' || caller === 'key' ? 'administrator' : caller
  const desk = await atDesk(service.database, role)
  const sample = await make({ service, desk })
  if (caller === 'none') return observe(service, route, { ...sample, key: undefined })
  if (caller !== 'key') return observe(service, route, { ...sample, key: desk.token })
  const { keys } = await createTenant(service.database)
  return observe(service, route, { ...sample, key: keys.secret })
}

function pageOf(rows: readonly string[]): string {
  return `# Routes of the staff desk and roles

Each route with the session of each role, asked for something that can be done: status and code as observed by
[test/route-table](../test/route-table/staff-table.test.ts), which fails when an answer differs from this page. Who may do
what stands in [staff-roles.ts](../domain/people/staff-roles.ts); the routes are described in \`/staff/openapi.json\`.

| route | no session | a merchant's key | agent | supervisor | administrator |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
