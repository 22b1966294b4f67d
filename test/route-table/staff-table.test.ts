import assert from 'node:assert/strict'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { given } from '#test/support/given.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { type AtDesk, atDesk } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { staffSamples } from './staff-samples.ts'
import {
  type Answered,
  describedRoutes,
  groupsOf,
  holdPage,
  observe,
  type Sample,
} from './table.ts'

const callers = ['none', 'key', 'agent', 'supervisor', 'administrator'] as const
const names = ['no session', 'a merchant’s key', ...callers.slice(2)]

describe('each route of the staff desk with each role', () => {
  const service = given(() => sharedService())

  it('is answered as docs/staff-routes.md says (`WRITE_ROUTES=1` writes what was observed)', async function () {
    this.timeout(180_000)
    const answered: Answered[] = []
    for (const route of await describedRoutes(service, '/staff/openapi.json')) {
      const answers: string[] = []
      const sampleFor = sampleKeeper(service, route)
      for (const caller of callers)
        answers.push(await observed(service, route, { caller, sampleFor }))
      answered.push({ route, answers })
    }
    await holdPage('staff-routes.md', pageOf(groupsOf(names, answered)))
  })
})

type Caller = (typeof callers)[number]

async function observed(
  service: TestService,
  route: string,
  { caller, sampleFor }: { readonly caller: Caller; readonly sampleFor: SampleKeeper },
): Promise<string> {
  const role: StaffRole = caller === 'none' || caller === 'key' ? 'administrator' : caller
  const desk = await atDesk(service.database, role)
  const kept = await sampleFor(desk)
  const key =
    caller === 'key' ? (await createTenant(service.database)).keys.secret : deskKey(caller, desk)
  const answer = await observe(service, route, { ...kept.sample, key })
  kept.answered(answer)
  return answer
}

function deskKey(caller: Caller, { token }: AtDesk): string | undefined {
  return caller === 'none' ? undefined : token
}

type SampleKeeper = (desk: AtDesk) => Promise<{
  readonly sample: Sample
  readonly answered: (answer: string) => void
}>

/** What nothing has happened to serves the next caller as well, unless it belongs to who asks. */
function sampleKeeper(service: TestService, route: string): SampleKeeper {
  const make = staffSamples[route]
  assert.ok(make, `${route} has no sample in test/route-table/staff-samples.ts`)
  let kept: Sample | undefined
  return async (desk) => {
    let isOfDesk = false
    const place = {
      service,
      get desk() {
        isOfDesk = true
        return desk
      },
    }
    const sample = kept ?? (await make(place))
    return {
      sample,
      answered: (answer) => {
        const isAsItWas = route.startsWith('GET ') || Number(answer.slice(0, 3)) >= 400
        kept = isAsItWas && !isOfDesk ? sample : undefined
      },
    }
  }
}

function pageOf(groups: string): string {
  return `# Routes of the staff desk and roles

What routes answer to a session of each role, for something that is possible: status and code as observed by
[test/route-table](../test/route-table/staff-table.test.ts), which fails if an answer differs from this page. Routes that
answer alike are listed together. The roles' permissions are in [staff-roles.ts](../domain/people/staff-roles.ts); the
routes are described in \`/staff/openapi.json\`.

${groups}
`
}
