import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { MailId } from '#domain/ids.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser, password } from '#test/support/people.ts'
import { createPortalMerchant, readerOf } from '#test/support/portal.ts'
import { signUpCode } from '#test/support/sign-ups.ts'
import { assertClosedAfterFive } from './tries.ts'

const ask = '/portail/inscription'
const confirm = `${ask}/code`

describe('the pages of a sign-up', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const known = given(() => createPortalUser(api.database, { ...merchant, role: 'developer' }))

  const visitor = () => readerOf(api, known)
  const typed = (changes: Readonly<Record<string, string>> = {}) => ({
    business_name: 'Chez <b>Sènami</b>',
    person_name: 'Sènami Agbo',
    email: `seller.${randomUUID()}@example.com`,
    phone: '01 97 00 00 42',
    ...changes,
  })

  it('are reached from the log-in of the portal and from the first page, not from the desk', async () => {
    const reader = visitor()
    for (const page of ['/portail/connexion', '/'])
      assert.match((await reader.get(page)).text, new RegExp(`href="${ask}"`), page)
    assert.doesNotMatch((await reader.get('/staff/connexion')).text, /inscription/)
    assert.equal((await reader.get('/staff/inscription')).status, 404)
  })

  it('lead with the code of the mail to an account that works in test mode at once', async () => {
    const reader = visitor()
    const fields = typed()
    const { email } = fields
    const asked = await reader.post(ask, fields)
    assert.equal(asked.status, 200)
    assert.ok(asked.text.includes(`value="${email}"`), 'the address is typed once')
    const code = await signUpCode(api.database, email)
    assert.ok(!asked.text.includes(code))
    const chosen = { email, code, next: password, again: 'autre chose' }
    const differ = await reader.post(confirm, chosen)
    assert.equal(differ.status, 422)
    assert.ok(!differ.text.includes(password) && !differ.text.includes(code))
    const wrong = await reader.post(confirm, { ...chosen, code: '0000', again: password })
    assert.match(wrong.text, /Ce code est incorrect, déjà utilisé ou expiré/)
    const done = await reader.post(confirm, { ...chosen, again: password })
    assert.deepEqual([done.status, done.location], [303, '/portail/connexion'])
    assert.match((await reader.get('/portail/connexion')).text, /Votre compte est créé/)
    assert.equal(
      (await reader.post('/portail/connexion', { email, password })).location,
      '/portail',
    )
    const home = (await reader.get('/portail')).text
    assert.match(home, /Mode test/)
    assert.match(home, /Chez &lt;b>Sènami&lt;\/b>|Chez &lt;b&gt;Sènami&lt;\/b&gt;/)
    assert.match(home, /<a href="\/portail\/ouverture">Demander son ouverture/)
    assert.match((await reader.get('/portail/activite')).text, /Inscription confirmée/)
    const again = await reader.post(confirm, { ...chosen, again: password })
    assert.equal(again.status, 422)
  })

  it('answer an address that has an account as one that has none', async () => {
    const reader = visitor()
    const texts: string[] = []
    for (const { email } of [known, typed()]) {
      const { status, text, headers } = await reader.post(ask, typed({ email }))
      assert.equal(status, 200)
      texts.push(`${[...headers.keys()].toSorted().join()} ${text.replaceAll(email, '')}`)
    }
    assert.equal(texts[0], texts[1])
  })

  it('say at each field what is wrong, keep what was typed, and send nothing', async () => {
    const reader = visitor()
    const wrong = {
      business_name: 'x'.repeat(10_000),
      person_name: '\u0000\u0007 \u2028',
      email: 'sènami chez nous',
      phone: '12',
    }
    const { status, text } = await reader.post(ask, wrong)
    assert.equal(status, 422)
    for (const sentence of [
      /le nom de votre commerce, en 120 caractères au plus/,
      /Écrivez votre nom, en 120 caractères au plus/,
      /Écrivez une adresse e-mail/,
      /Ce numéro n’est pas valable/,
    ])
      assert.match(text, sentence)
    assert.ok(text.includes('value="sènami chez nous"'))
    const [row] = await onPool(api.database.pool).rows('select 1 from sign_up where email = $1', [
      wrong.email,
    ])
    assert.equal(row, undefined)
    assert.equal((await reader.post(ask, {})).status, 422)
  })

  it('take no name that is the service’s own, or looks like one that it is not', async () => {
    for (const name of ['Service de paiement', 'Sеrvice de paiement, support', '\u200B']) {
      const fields = typed({ business_name: name, person_name: name })
      const { status, text } = await visitor().post(ask, fields)
      assert.equal(status, 422, name)
      const [row] = await onPool(api.database.pool).rows('select 1 from sign_up where email = $1', [
        fields.email,
      ])
      assert.equal(row, undefined)
      if (name !== '\u200B') assert.match(text, /(?:qui ne soit pas celui de ce service.*){2}/s)
    }
  })

  it('take control characters out of names', async () => {
    const fields = typed({ business_name: 'Chez\u0000 Sèna\u0007mi\u2028' })
    assert.equal((await visitor().post(ask, fields)).status, 200)
    const kept = await onPool(api.database.pool).one(
      'select business_name as name from sign_up where email = $1',
      [fields.email],
    )
    assert.deepEqual(kept, { name: 'Chez Sènami' })
  })

  it('close after five requests with an address, and say for how long', async () => {
    const reader = visitor()
    const fields = typed()
    await assertClosedAfterFive(reader, ask, fields)
  })

  it('take nothing that another site sends', async () => {
    const from = await fetch(new URL(ask, api.baseUrl), {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: new URLSearchParams(typed()),
    })
    assert.equal(from.status, 403)
  })

  it('are named by the mail, whose address holds neither code nor person', async () => {
    const fields = typed()
    await visitor().post(ask, fields)
    const code = await signUpCode(api.database, fields.email)
    const mail = await mailFor('s.email = $1', fields.email)
    assert.deepEqual([mail.subject, mail.to.address], ['Votre inscription', fields.email])
    assert.ok(mail.text.includes(code) && mail.text.includes('24 heures'))
    assert.match(mail.text, /Ouvrez https:\/\/pay\.example\/portail\/inscription\/code et écrivez/)
  })

  it('put nothing that a stranger wrote into the mail of somebody else', async () => {
    const names = {
      business_name: 'Gagnez https://evil.example',
      person_name: 'Voyez evil.example',
    }
    const fields = typed(names)
    await visitor().post(ask, fields)
    const { subject, text, to } = await mailFor('s.email = $1', fields.email)
    assert.doesNotMatch(`${subject} ${to.name} ${text}`, /evil/)
    assert.match(text, /^Bonjour,/)
  })

  it('tell who has an account of it by mail, without a code', async () => {
    const user = await createPortalUser(api.database, { ...merchant, role: 'developer' })
    await visitor().post(ask, typed({ email: user.email, person_name: 'Somebody else' }))
    const mail = await mailFor('s.email = $1', user.email)
    assert.deepEqual([mail.subject, mail.to.address], ['Vous avez déjà un compte', user.email])
    assert.match(mail.text, /^Bonjour Afi Mensah,/)
    assert.match(mail.text, /Connectez-vous sur https:\/\/pay\.example\/portail\/connexion avec/)
    assert.doesNotMatch(mail.text, /Somebody else|Votre code/)
  })

  async function mailFor(which: string, value: string) {
    const { id } = await onPool(api.database.pool).one<{ id: MailId }>(
      `select mail_id as id from sign_up s where ${which} order by s.id desc limit 1`,
      [value],
    )
    const mail = await readMail(api.database, id, 'https://pay.example')
    assert.ok('outgoing' in mail && mail.outgoing.channel === 'email')
    return mail.outgoing
  }
})

describe('a service where nobody signs up', () => {
  const api = given(() => startApiAlone({ MERCHANT_SIGN_UP: 'closed' }))

  it('has no such page, and names none', async () => {
    for (const path of [ask, confirm]) {
      const answer = await fetch(api.baseUrl + path, { headers: { Accept: 'text/html' } })
      assert.equal(answer.status, 404)
    }
    for (const path of ['/', '/portail/connexion']) {
      const text = await (await fetch(api.baseUrl + path)).text()
      assert.doesNotMatch(text, /inscription/i, path)
    }
    const sent = await fetch(api.baseUrl + ask, { method: 'POST', body: new URLSearchParams({}) })
    assert.equal(sent.status, 404)
  })
})
