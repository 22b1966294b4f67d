import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { MailId } from '#domain/ids.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { codeMailed, createPortalUser } from '#test/support/people.ts'
import { createPortalMerchant, portalReader, readerOf } from '#test/support/portal.ts'
import { assertClosedAfterFive } from './tries.ts'

const ask = '/portail/mot-de-passe-oublie'
const choose = `${ask}/code`
const next = 'la pluie tombe enfin'

describe('the pages of a forgotten password', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  it('are reached from the log-in of the portal, and not from that of the staff', async () => {
    const reader = readerOf(
      api,
      await createPortalUser(api.database, { ...merchant, role: 'administrator' }),
    )
    assert.match((await reader.get('/portail/connexion')).text, new RegExp(`href="${ask}"`))
    const staff = await reader.get('/staff/connexion')
    assert.equal(staff.status, 200)
    assert.doesNotMatch(staff.text, /mot-de-passe-oublie/)
    assert.equal((await reader.get('/staff/mot-de-passe-oublie')).status, 404)
  })

  it('answer an address that nobody has as one that somebody has', async () => {
    const { email } = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    const reader = readerOf(
      api,
      await createPortalUser(api.database, { ...merchant, role: 'administrator' }),
    )
    const texts: string[] = []
    for (const typed of [email, `nobody.${randomUUID()}@example.com`]) {
      const { status, text } = await reader.post(ask, { email: typed })
      assert.equal(status, 200)
      texts.push(text.replaceAll(typed, ''))
    }
    assert.equal(texts[0], texts[1])
    assert.match(texts[0] ?? '', /Si un compte a cette adresse/)
  })

  it('lead with the code of the mail to another password, and end the sessions before', async () => {
    const old = await portalReader(api, merchant)
    const { email } = old.user
    const reader = readerOf(api, old.user)
    const asked = await reader.post(ask, { email })
    assert.ok(asked.text.includes(`value="${email}"`), 'the address is typed once')
    const code = await codeMailed(api.database, old.user)
    assert.ok(!asked.text.includes(code))
    const fields = { email, code, next, again: 'la pluie' }
    const differ = await reader.post(choose, fields)
    assert.equal(differ.status, 422)
    assert.match(differ.text, /Les deux saisies diffèrent/)
    assert.ok(
      !differ.text.includes(next) && !differ.text.includes(code),
      'nothing secret comes back',
    )
    const wrong = await reader.post(choose, { ...fields, code: '0000', again: next })
    assert.match(wrong.text, /Ce code est incorrect, déjà utilisé ou expiré/)
    assert.equal((await old.get('/portail')).status, 200)
    const chosen = await reader.post(choose, { ...fields, again: next })
    assert.deepEqual([chosen.status, chosen.location], [303, '/portail/connexion'])
    assert.equal((await old.get('/portail')).location, '/portail/connexion?next=%2Fportail')
    assert.match((await reader.get('/portail/connexion')).text, /Votre mot de passe est changé/)
    const opened = await reader.post('/portail/connexion', { email, password: next })
    assert.equal(opened.location, '/portail')
    const log = await (await portalReader(api, merchant)).get('/portail/activite')
    assert.match(log.text, /Mot de passe oublié, choisi de nouveau/)
    assert.match(log.text, /Code demandé pour un mot de passe oublié/)
  })

  it('close after five codes from one place, and say for how long', async () => {
    const { email } = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    const reader = readerOf(
      api,
      await createPortalUser(api.database, { ...merchant, role: 'administrator' }),
    )
    const fields = { email, code: '0000-0000-0000', next, again: next }
    await assertClosedAfterFive(reader, choose, fields)
  })

  it('take nothing that another site sends', async () => {
    const { email } = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    const from = await fetch(new URL(ask, api.baseUrl), {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams({ email }),
    })
    assert.equal(from.status, 403)
  })

  it('are named by the mail, whose address holds neither code nor person', async () => {
    const user = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    const reader = readerOf(api, user)
    await reader.post(ask, { email: user.email })
    const code = await codeMailed(api.database, user)
    const { id } = await onPool(api.database.pool).one<{ id: MailId }>(
      `select id from mail where person_id = $1 and kind = 'password'`,
      [user.id],
    )
    const mail = await readMail(api.database, id, 'https://pay.example')
    assert.ok('outgoing' in mail && mail.outgoing.channel === 'email')
    const { subject, text, to } = mail.outgoing
    assert.deepEqual([subject, to.address], ['Mot de passe oublié', user.email])
    assert.ok(text.includes(code) && text.includes('30 minutes'))
    assert.match(
      text,
      /Ouvrez https:\/\/pay\.example\/portail\/mot-de-passe-oublie\/code et écrivez/,
    )
  })
})
