import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { listActivity } from '#use-cases/audit/list.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader, readerOf } from '#test/support/portal.ts'

const codes = '/portail/compte/codes'
const sessions = '/portail/compte/sessions'

describe('somebody’s own account in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const reader = () => portalReader(api, merchant, 'collaborator')

  it('gets one-time codes: a secret after the password, a first code, recovery codes once; then the log-in asks for one', async () => {
    const user = await reader()
    assert.equal((await user.post(codes, { password: 'faux' })).status, 422)
    const begun = await user.post(codes, { password })
    const secret = /data-copy="([A-Z2-7]+)"/.exec(begun.text)?.[1] ?? ''
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const refused = await user.post(`${codes}/confirmer`, { code: '000000' })
    assert.equal(refused.status, 422)
    assert.ok(!refused.text.includes(secret))
    const other = readerOf(api, user.user)
    await other.post('/portail/connexion', { email: user.user.email, password })
    const done = await user.post(`${codes}/confirmer`, { code: code() })
    const recovery = /data-copy="([^"]+)"/.exec(done.text)?.[1]?.split('\n') ?? []
    assert.equal(recovery.length, 10)
    assert.equal((await other.get('/portail')).status, 303)
    const again = await other.post('/portail/connexion', { email: user.user.email, password })
    assert.match(again.location ?? '', /^\/portail\/connexion\/code/)
    const opened = await other.post('/portail/connexion/code', { code: recovery[0] ?? '' })
    assert.equal(opened.location, '/portail')
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 5 })
    assert.ok(lines.some(({ act }) => act === 'one_time_codes.enable'))
    assert.equal((await user.post(`${codes}/retirer`, { password: 'faux' })).status, 422)
    await user.post(`${codes}/retirer`, { password })
    const without = readerOf(api, user.user)
    const fields = { email: user.user.email, password }
    assert.equal((await without.post('/portail/connexion', fields)).location, '/portail')
  })

  it('does not begin codes that are on, nor confirm what was not begun', async () => {
    const user = await reader()
    assert.equal((await user.post(`${codes}/confirmer`, { code: '123456' })).status, 422)
  })

  it('lists its own sessions, and ends others at once, never the one that asks', async () => {
    const user = await reader()
    const others = [readerOf(api, user.user), readerOf(api, user.user)]
    for (const each of others)
      await each.post('/portail/connexion', { email: user.user.email, password })
    const list = await user.get(sessions)
    assert.equal(list.text.match(/<tr role="row"><td/g)?.length, 3)
    const own = await user.send(sessions, { session: await idOfOwn(user.user.id) })
    assert.equal(own.status, 422)
    await user.send(sessions, { session: '' })
    for (const each of others) assert.equal((await each.get('/portail')).status, 303)
    assert.match((await user.get(sessions)).text, /connecté nulle part ailleurs/)
    const [line] = await listActivity(api.database, merchant.merchantId, { limit: 1 })
    assert.equal(line?.act, 'session.end')
  })

  async function idOfOwn(personId: string): Promise<string> {
    const { rows } = await api.database.pool.query<{ id: string }>(
      'select id from person_session where person_id = $1 order by created_at, id limit 1',
      [personId],
    )
    return rows[0]?.id ?? ''
  }
})
