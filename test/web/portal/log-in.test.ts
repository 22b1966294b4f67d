import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { PortalUserId } from '#domain/ids.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { cause, codeMailed, createPortalUser, password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader, readerOf } from '#test/support/portal.ts'

const deviceSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe('the door of the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const stranger = async () =>
    readerOf(api, await createPortalUser(api.database, { ...merchant, role: 'developer' }))

  it('leads whoever is not logged in to the log-in, and back to where they wanted to go', async () => {
    const reader = await stranger()
    const refused = await reader.get('/portail/transactions')
    assert.equal(refused.location, '/portail/connexion?next=%2Fportail%2Ftransactions')
    const form = await reader.get(refused.location)
    assert.match(form.text, /name="next" value="\/portail\/transactions"/)
    const fields = { email: reader.user.email, password, next: '/portail/transactions' }
    const opened = await reader.post('/portail/connexion', fields)
    assert.deepEqual([opened.status, opened.location], [303, '/portail/transactions'])
    assert.equal((await reader.get('/portail/transactions')).status, 200)
  })

  it('leads nowhere else after a log-in than to the portal, whatever the address says', async () => {
    const elsewhere = ['https://evil.example', '//evil.example', '/portail/\\evil', '/portailx', '']
    elsewhere.push('/portail/../p/evil', '/portail/%2e%2E/p/evil', '/portail/x/../../p/evil')
    for (const next of elsewhere) {
      const reader = await stranger()
      const fields = { email: reader.user.email, password, next }
      assert.equal((await reader.post('/portail/connexion', fields)).location, '/portail', next)
    }
  })

  it('tells of an unknown address what it tells of a wrong password, and keeps what was typed', async () => {
    const reader = await stranger()
    const email = reader.user.email
    const texts = await Promise.all(
      [email, 'nobody@example.com'].map(async (typed) => {
        const fields = { email: typed, password: 'faux mot de passe' }
        const { status, text } = await reader.post('/portail/connexion', fields)
        assert.equal(status, 422)
        return text.replaceAll(typed, '')
      }),
    )
    assert.equal(texts[0], texts[1])
    assert.match(texts[0] ?? '', /L’adresse e-mail ou le mot de passe est incorrect/)
    assert.equal(reader.cookies.size, 0)
  })

  it('closes for a while after five wrong passwords, also to the right one, and says for how long', async () => {
    const reader = await stranger()
    const email = reader.user.email
    for (let tried = 0; tried < 5; tried += 1)
      await reader.post('/portail/connexion', { email, password: 'faux' })
    const closed = await reader.post('/portail/connexion', { email, password })
    assert.equal(closed.status, 422)
    assert.ok(Number(closed.headers.get('Retry-After')) > 0)
    assert.match(closed.text, /Trop de tentatives\. Réessayez dans \d+ minutes/)
  })

  it('asks for the one-time code of who has them, and opens nothing before it', async () => {
    const reader = await stranger()
    await giveDevice(reader.user.id)
    const fields = { email: reader.user.email, password, next: '/portail/compte' }
    const step = await reader.post('/portail/connexion', fields)
    assert.equal(step.location, '/portail/connexion/code?next=%2Fportail%2Fcompte')
    assert.match((await reader.get(step.location)).text, /Code à usage unique/)
    assert.equal((await reader.get('/portail')).status, 303)
    const wrong = await reader.post('/portail/connexion/code', { code: '000000' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Le code à usage unique est incorrect/)
    reader.cookies.delete('portal_step')
    assert.equal((await reader.get('/portail/connexion/code')).location, '/portail/connexion')
    const lost = await reader.post('/portail/connexion/code', { code: '000000' })
    assert.equal(lost.location, '/portail/connexion')
    await reader.post('/portail/connexion', fields)
    const code = new TOTP({ secret: Secret.fromBase32(deviceSecret) }).generate()
    const opened = await reader.post('/portail/connexion/code', { code, next: '/portail/compte' })
    assert.equal(opened.location, '/portail/compte')
    assert.equal((await reader.get('/portail')).status, 200)
  })

  const giveDevice = (id: PortalUserId) =>
    onPool(api.database.pool).rows('update person set code_secret_sealed = $2 where id = $1', [
      id,
      sealCodeSecret(api.database, id, deviceSecret),
    ])

  it('ends the session with a log-out', async () => {
    const reader = await portalReader(api, merchant)
    const kept = new Map(reader.cookies)
    const out = await reader.post('/portail/deconnexion')
    assert.equal(out.location, '/portail/connexion')
    assert.match((await reader.get('/portail/connexion')).text, /Vous êtes déconnecté/)
    assert.equal((await readerOf(api, reader.user, kept).get('/portail')).status, 303)
  })

  it('lets somebody invited choose a password once, with the code of the invitation', async () => {
    const inviter = await portalReader(api, merchant)
    const email = `invite.${inviter.user.id}@example.com`
    const invited = await invitePerson(
      api.database,
      { realm: 'portal', inviter: inviter.user },
      { name: 'Kossi Agbo', email, role: 'developer', cause: cause() },
    )
    const code = await codeMailed(api.database, invited)
    const reader = readerOf(api, inviter.user)
    const fields = { email, code, next: 'une longue phrase à moi', again: 'une autre' }
    const differ = await reader.post('/portail/invitation', fields)
    assert.equal(differ.status, 422)
    assert.match(differ.text, /Les deux saisies diffèrent/)
    const chosen = { ...fields, again: fields.next }
    assert.equal((await reader.post('/portail/invitation', chosen)).location, '/portail/connexion')
    const again = await reader.post('/portail/invitation', chosen)
    assert.match(again.text, /déjà utilisée ou expirée/)
    const opened = await reader.post('/portail/connexion', { email, password: fields.next })
    assert.equal(opened.location, '/portail')
  })

  it('changes a password with the one before, and ends all other sessions', async () => {
    const reader = await portalReader(api, merchant)
    const other = readerOf(api, reader.user)
    await other.post('/portail/connexion', { email: reader.user.email, password })
    const next = 'la nouvelle phrase est longue'
    const wrong = await reader.post('/portail/compte', { current: 'faux', next, again: next })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    const changed = await reader.post('/portail/compte', { current: password, next, again: next })
    assert.equal(changed.location, '/portail/compte')
    assert.match((await reader.get('/portail/compte')).text, /Votre mot de passe est changé/)
    assert.equal((await other.get('/portail')).status, 303)
  })

  it('takes no form of somebody logged in without the token of its pages', async () => {
    const reader = await portalReader(api, merchant)
    const fields = { csrf_token: 'another', vers: merchant.test.serviceEnvId }
    for (const path of ['/portail/service', '/portail/compte', '/portail/deconnexion'])
      assert.equal((await reader.post(path, fields)).status, 403, path)
    assert.equal((await reader.get('/portail')).status, 200)
  })
})
