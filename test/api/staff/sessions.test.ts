import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import { onPool } from '#db/sql.ts'
import { refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import {
  approvedByAnother,
  codeMailed,
  createStaffMember,
  password,
  withEmail,
} from '#test/support/people.ts'
import { act, actsOf, atDesk, freshEmail, look } from '#test/support/staff.ts'

describe('the session of a member of the staff', () => {
  const scene = given(() => sharedApiScene())
  before(() => {
    scene.keepSecret(password)
  })

  const post = (path: string, body: object, key?: string) =>
    scene.call({ method: 'POST', path: `/staff/api${path}`, body, ...(key && { key }) })
  const logIn = async (email: string, given = password) => {
    const answer = await post('/log-in', { email, password: given })
    if (answer.status === 200) scene.keepSecret(answer.json.data.token)
    return answer
  }
  const sessionOf = (token: string) => scene.call({ path: '/staff/api/session', key: token })

  it('opens with address and password, says what its member may do, and ends with the log-out', async () => {
    const member = await createStaffMember(scene.service.database, 'supervisor')
    const { status, json } = await logIn(member.email)
    assert.equal(status, 200)
    const { step, token, session } = json.data
    assert.equal(step, 'open')
    assert.equal(session.member.id, member.id)
    assert.ok(session.permissions.includes('rates.enter'))
    assert.ok(!session.permissions.includes('staff.manage'))
    const read = await sessionOf(token)
    assert.equal(read.json.data.member.role, 'supervisor')
    assert.equal((await post('/log-out', {}, token)).status, 200)
    assert.deepEqual(refusalOf(await sessionOf(token)), { status: 401, code: 'session_required' })
    assert.deepEqual(refusalOf(await post('/log-out', {}, token)).code, 'session_required')
  })

  it('is refused with a wrong password, and after five of them with the right one too', async () => {
    const member = await createStaffMember(scene.service.database)
    for (let round = 0; round < 5; round += 1) {
      const refused = refusalOf(await logIn(member.email, 'wrong password'))
      assert.deepEqual(refused, { status: 401, code: 'invalid_credentials' })
    }
    const answer = await logIn(member.email)
    assert.deepEqual(refusalOf(answer), { status: 429, code: 'too_many_attempts' })
    assert.ok(Number(answer.headers.get('Retry-After')) > 800)
    assert.equal(refusalOf(await logIn(freshEmail())).code, 'invalid_credentials')
  })

  it('asks for a one-time code where its member has enrolled a device, and opens nothing before it', async () => {
    const member = await createStaffMember(scene.service.database)
    const first = (await logIn(member.email)).json.data.token
    const wrong = await post('/one-time-codes', { password: 'wrong' }, first)
    assert.deepEqual(refusalOf(wrong), { status: 403, code: 'wrong_password' })
    const begun = await post('/one-time-codes', { password }, first)
    const { secret, uri } = begun.json.data
    scene.keepSecret(secret)
    assert.ok(uri.startsWith('otpauth://totp/'))
    const device = new TOTP({ secret })
    const early = await post('/one-time-codes/confirm', { code: '000000' }, first)
    assert.equal(refusalOf(early).code, 'invalid_one_time_code')
    const confirmed = await post('/one-time-codes/confirm', { code: device.generate() }, first)
    const [recovery, other] = confirmed.json.data.recovery_codes
    for (const code of [recovery, other]) scene.keepSecret(code)

    const step = await logIn(member.email)
    assert.equal(step.json.data.step, 'awaiting_code')
    const { token } = step.json.data
    assert.equal(refusalOf(await sessionOf(token)).code, 'session_required')
    const replayed = await post('/log-in/code', { token, code: device.generate() })
    assert.deepEqual(refusalOf(replayed), { status: 401, code: 'invalid_one_time_code' })
    const opened = await post('/log-in/code', { token, code: recovery })
    assert.equal(opened.json.data.step, 'open')
    const next = opened.json.data.token
    scene.keepSecret(next)
    assert.equal((await sessionOf(next)).json.data.member.has_one_time_codes, true)
    assert.equal(
      refusalOf(await post('/log-in/code', { token, code: other })).code,
      'session_required',
    )
    assert.equal((await post('/one-time-codes/remove', { password }, next)).status, 200)
    assert.equal((await logIn(member.email)).json.data.step, 'open')
  })

  it('goes on in a new one after a change of password, and everywhere else ends', async () => {
    const member = await createStaffMember(scene.service.database)
    const token = (await logIn(member.email)).json.data.token
    const elsewhere = (await logIn(member.email)).json.data.token
    const next = 'la pluie vient du sud'
    scene.keepSecret(next)
    const short = { current_password: password, new_password: 'court' }
    assert.deepEqual(refusalOf(await post('/password', short, token)), {
      status: 422,
      code: 'invalid_password',
    })
    const changed = await post(
      '/password',
      { current_password: password, new_password: next },
      token,
    )
    scene.keepSecret(changed.json.data.token)
    for (const ended of [token, elsewhere]) assert.equal((await sessionOf(ended)).status, 401)
    assert.equal((await sessionOf(changed.json.data.token)).status, 200)
    assert.equal((await logIn(member.email)).status, 401)
    assert.equal((await logIn(member.email, next)).status, 200)
  })

  it('ends unused after half an hour, after ten hours in any case, and at once when its member is disabled', async () => {
    const { database } = scene.service
    for (const change of [
      `last_seen_at = now() - interval '31 minutes'`,
      `created_at = created_at - interval '10 hours', expires_at = expires_at - interval '10 hours'`,
    ]) {
      const desk = await atDesk(database, 'agent')
      await onPool(database.pool).rows(`update person_session set ${change} where person_id = $1`, [
        desk.member.id,
      ])
      assert.equal(refusalOf(await look(scene, desk, '/session')).code, 'session_required', change)
    }
    const [agent, administrator] = [
      await atDesk(database, 'agent'),
      await atDesk(database, 'administrator'),
    ]
    const path = `/members/${agent.member.id}/disable`
    assert.equal((await act(scene, administrator, { path })).status, 200)
    assert.equal((await look(scene, agent, '/session')).status, 401)
    assert.equal((await logIn(agent.member.email)).status, 401)
  })

  it('holds a role only as long as its member has it', async () => {
    const { database } = scene.service
    const supervisor = await atDesk(database, 'supervisor')
    const administrator = await atDesk(database, 'administrator')
    assert.equal((await look(scene, supervisor, '/audit')).status, 200)
    const body = { role: 'agent', reason: 'change d’équipe' }
    const path = `/members/${supervisor.member.id}/role`
    const asked = await act(scene, administrator, { path, body })
    assert.equal((await look(scene, supervisor, '/audit')).status, 200)
    await approvedByAnother(database, asked.json.data.id)
    assert.deepEqual(refusalOf(await look(scene, supervisor, '/audit')), {
      status: 403,
      code: 'operation_not_allowed',
    })
    const [line] = await actsOf(database, administrator)
    assert.equal(line?.act, 'account_change.ask')
    assert.equal(line.reason, body.reason)
  })

  it('never works on /v2, nor a merchant’s key at the desk, nor either in another place than its header', async () => {
    const { token } = await atDesk(scene.service.database, 'administrator')
    const onV2 = await scene.call({ path: '/v2/session', key: token })
    assert.deepEqual(refusalOf(onV2), { status: 401, code: 'invalid_api_key' })
    for (const key of Object.values(scene.tenant.keys)) {
      assert.deepEqual(refusalOf(await sessionOf(key)), { status: 401, code: 'session_required' })
    }
    const path = '/staff/api/session'
    for (const headers of [
      { Cookie: `staff_session=${token}` },
      { Authorization: `Basic ${token}` },
      { 'X-Api-Key': token },
    ]) {
      assert.equal((await scene.call({ path, headers })).status, 401)
    }
    const nowhere = await scene.call({
      path: '/staff/api/nothing',
      headers: { Accept: 'text/html' },
    })
    assert.deepEqual(refusalOf(nowhere), { status: 404, code: 'route_not_found' })
  })

  it('cannot be used by another site’s script: no answer of the desk allows an origin', async () => {
    const { token } = await atDesk(scene.service.database, 'agent')
    const headers = { Origin: 'https://elsewhere.example' }
    const read = await scene.call({ path: '/staff/api/session', key: token, headers })
    assert.equal(read.headers.get('Access-Control-Allow-Origin'), null)
    const preflight = await fetch(`${scene.baseUrl}/staff/api/session`, {
      method: 'OPTIONS',
      headers: { ...headers, 'Access-Control-Request-Method': 'GET' },
    })
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), null)
  })

  it('begins for somebody invited with a password of their own', async () => {
    const administrator = await atDesk(scene.service.database, 'administrator')
    const email = freshEmail()
    const body = { name: 'Sena Dossou', email, role: 'agent' }
    const asked = await act(scene, administrator, { path: '/members', body })
    assert.equal(asked.status, 201)
    const { database } = scene.service
    await approvedByAnother(database, asked.json.data.id)
    const code = await codeMailed(database, await withEmail(database, email))
    scene.keepSecret(code)
    assert.equal((await logIn(email)).status, 401)
    const weak = await post('/invitation', { email, code, password: 'court' })
    assert.equal(refusalOf(weak).code, 'invalid_password')
    assert.equal((await post('/invitation', { email, code, password })).status, 200)
    const again = await post('/invitation', { email, code, password })
    assert.deepEqual(refusalOf(again), { status: 401, code: 'invalid_invitation' })
    assert.equal((await logIn(email)).json.data.session.member.name, 'Sena Dossou')
  })
})
