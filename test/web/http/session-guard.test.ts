import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { csrfToken } from '#use-cases/sessions/sessions.ts'
import { forgetSession, sessionCookie, sessionGuard } from '#web/http/session-guard.ts'
import type { PageRequest } from '#web/http/route.ts'
import { paths } from '#web/staff/paths.ts'
import { givenDatabase } from '#test/support/service.ts'
import { cause, createStaffMember, loggedIn, createOwner } from '#test/support/people.ts'

describe('the door of pages for people who are logged in', () => {
  const database = givenDatabase()

  const guard = () => sessionGuard({ database, passkeySite: null }, 'staff', paths)
  const request = (
    cookies: Readonly<Record<string, string>>,
    method: 'GET' | 'POST' = 'GET',
  ): PageRequest => ({
    method,
    path: '/staff/virements',
    params: {},
    query: new URLSearchParams(),
    language: 'fr' as const,
    address: '127.0.0.1',
    requestId: randomUUID(),
    cookie: (name) => cookies[name],
    signal: new AbortController().signal,
  })

  it('opens with the cookie of a session, and has a token for its forms', async () => {
    const opened = await loggedIn(database, 'staff', await createStaffMember(database))
    const { name, value } = sessionCookie(opened)
    const entry = await guard().open(request({ [name]: value }))
    assert.equal(entry.kind, 'entry')
    assert.equal(entry.session.id, opened.session.id)
    assert.equal(entry.csrfToken, csrfToken(database, opened.session))
    await logOut(database, opened.session, cause())
    assert.equal((await guard().open(request({ [name]: value }))).kind, 'redirect')
  })

  it('leads everybody else to the log-in, and a reader back afterwards', async () => {
    const user = await createOwner(database)
    const { token } = await loggedIn(database, 'portal', user)
    for (const cookies of [
      {},
      { staff_session: '' },
      { staff_session: token },
      { portal_session: token },
    ]) {
      const answer = await guard().open(request(cookies))
      assert.equal(answer.kind, 'redirect')
      assert.equal(answer.to, '/staff/connexion?next=%2Fstaff%2Fvirements')
    }
    const sent = await guard().open(request({}, 'POST'))
    assert.ok(sent.kind === 'redirect' && sent.to === '/staff/connexion')
    assert.deepEqual(forgetSession('staff'), { name: 'staff_session', value: '', maxAgeSeconds: 0 })
  })
})
