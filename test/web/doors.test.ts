import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { disablePerson } from '#use-cases/people/manage.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import type { Person } from '#domain/people/person.ts'
import { cookieNames } from '#web/http/session-guard.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { fetcherWith } from '#test/support/cookie-fetch.ts'
import { enrol } from '#test/support/enrolled.ts'
import { given } from '#test/support/given.ts'
import {
  cause,
  createOwner,
  createPortalUser,
  createStaffMember,
  loggedIn,
  tryLogIn,
} from '#test/support/people.ts'

/** Whoever has no session reads these. */
const outside = new Set(
  `/portail/connexion /portail/invitation /portail/mot-de-passe-oublie /portail/mot-de-passe-oublie/code /portail/inscription
  /portail/inscription/code /staff/connexion /staff/invitation`.split(/\s+/),
)
/** Where passkeys are not offered, none of their addresses is there. */
const ofPasskeys = /\/(?:cle|cles-acces(?:\/\w+)?)$/
const ofStep = /\/connexion\/code$/

type Method = 'GET' | 'POST'

describe('the pages of the portal and of the desk', function () {
  this.timeout(300_000)
  const api = given(() => startApiAlone({ RATE_LIMIT_IP_PER_MINUTE: '100000' }))

  const behindDoors = (method: Method) =>
    pagesOf(method)
      .map(({ path }) => path)
      .filter((path) => /^\/(?:portail|staff)(?:\/|$)/.test(path))
      .filter((path) => !outside.has(path) && !ofPasskeys.test(path))

  const answerTo = (method: Method, path: string, cookies: readonly (readonly string[])[]) =>
    fetcherWith(api.baseUrl, new Map(cookies.map(([name = '', value = '']) => [name, value])))(
      path.replaceAll(/:\w+/g, () => randomUUID()),
      method === 'POST' ? { method, body: new URLSearchParams({ name: 'x' }) } : {},
    )

  it('open to nobody without an open session of their own realm, whatever is read or sent', async () => {
    for (const [who, cookies] of Object.entries(await visitors())) {
      for (const method of ['GET', 'POST'] as const) {
        for (const path of behindDoors(method)) {
          const { status, location } = await answerTo(method, path, cookies)
          const door = `/${path.split('/')[1]}/connexion`
          assert.equal(
            `${status} ${location?.split('?')[0]}`,
            `303 ${door}`,
            `${who} ${method} ${path}`,
          )
        }
      }
    }
  })

  it('take no form of a session without the token of that session', async () => {
    const owner = await createOwner(api.database)
    const member = await createStaffMember(api.database, 'administrator')
    const cookies = [
      [cookieNames.portal, (await loggedIn(api.database, 'portal', owner)).token],
      [cookieNames.staff, (await loggedIn(api.database, 'staff', member)).token],
    ]
    const forms = behindDoors('POST').filter((path) => !ofStep.test(path))
    assert.ok(forms.length > 150)
    for (const path of forms)
      assert.equal((await answerTo('POST', path, cookies)).status, 403, path)
  })

  async function visitors() {
    const { database } = api
    const owner = await createOwner(database)
    const staff = await createStaffMember(database, 'supervisor')
    const { merchantId } = owner
    const member = await createPortalUser(database, { merchantId, role: 'administrator' })
    const careful = await createOwner(database)
    await enrol(database, 'portal', careful)
    const halfWay = await tryLogIn(database, 'portal', careful)
    const [ofOwner, ofStaff, ofMember, over] = await Promise.all([
      tokenOf(owner),
      tokenOf(staff),
      tokenOf(member),
      loggedIn(database, 'portal', owner),
    ])
    await logOut(database, over.session, cause())
    const { id } = member
    await disablePerson(database, { realm: 'portal', manager: owner, id, cause: cause() })
    return {
      nobody: [],
      'half way through a log-in': [[cookieNames.portal, halfWay.token]],
      'shut out': [[cookieNames.portal, ofMember]],
      'logged out': [[cookieNames.portal, over.token]],
      'in the other realm': [
        [cookieNames.portal, ofStaff],
        [cookieNames.staff, ofOwner],
      ],
    }
  }

  async function tokenOf({ realm, email }: Pick<Person, 'realm' | 'email'>): Promise<string> {
    return (await loggedIn(api.database, realm, { email })).token
  }
})
