import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { onPool } from '#db/sql.ts'
import { sealForm } from '#use-cases/sessions/kept-form.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { type ApiAlone, sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { enrol } from '#test/support/enrolled.ts'
import { given } from '#test/support/given.ts'
import { askIn, softDevice } from '#test/support/passkeys.ts'
import { createPortalUser, password } from '#test/support/people.ts'
import {
  type Answer,
  createPortalMerchant,
  type PortalReader,
  portalReader,
  readerOf,
} from '#test/support/portal.ts'

const newLink = '/portail/liens/nouveau'
const logIn = '/portail/connexion'
const typed = { titre: 'Pagne « wax » & fils', montant: '12500', prix: 'fixe', devise: 'XOF' }

describe('a form whose session is over', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const books = () => onPool(api.database.pool)

  it('waits for the log-in, comes back as it was typed, and has done nothing', async () => {
    const reader = await portalReader(api, merchant)
    const asked = await sentTooLate(reader)
    assert.equal(asked.status, 422)
    assert.match(asked.text, /Votre session est terminée/)
    for (const secret of [password, typed.titre, '12500', reader.user.email])
      assert.ok(!asked.text.includes(secret), secret)
    const opened = await logInWith(reader, asked)
    assert.equal(opened.status, 200)
    assert.ok(!opened.text.includes(password))
    const back = await resume(reader, opened)
    assert.match(back.text, /Votre session était terminée/)
    assert.match(back.text, /value="Pagne « wax » &amp; fils"/)
    assert.match(back.text, /value="12500"/)
    assert.equal(await linksMade(), 0)
    const { text } = back
    const form = { place: valueOf(text, 'place'), form_id: valueOf(text, 'form_id') }
    const made = await reader.post(newLink, { ...typed, ...form, password })
    assert.equal(made.status, 303)
    assert.equal(await linksMade(), 1)
  })

  it('goes through the one-time code as well, and survives a wrong password and a wrong code', async () => {
    const reader = await portalReader(api, merchant)
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    await books().rows('update person set code_secret_sealed = $2 where id = $1', [
      reader.user.id,
      sealCodeSecret(api.database, reader.user.id, secret),
    ])
    const wrong = await logInWith(reader, await sentTooLate(reader), 'faux mot de passe')
    assert.equal(wrong.status, 422)
    const step = await logInWith(reader, wrong)
    assert.match(step.text, /Code à usage unique/)
    const kept = () => ({ garde: valueOf(step.text, 'garde') })
    const again = await reader.post(`${logIn}/code`, { code: '000000', ...kept() })
    assert.equal(valueOf(again.text, 'garde'), kept().garde)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    const opened = await reader.post(`${logIn}/code`, { code, ...kept() })
    assert.match((await resume(reader, opened)).text, /value="12500"/)
  })

  it('is shown to nobody but whose session it was', async () => {
    const reader = await portalReader(api, merchant)
    const other = await portalReader(api, merchant, 'developer')
    const asked = await sentTooLate(reader)
    const opened = await logInWith(readerOf(api, other.user), asked)
    assert.deepEqual([opened.status, opened.location], [303, '/portail'])
  })

  it('is not what somebody made up, changed, or kept for more than an hour', async () => {
    const reader = await portalReader(api, merchant)
    const kept = valueOf((await sentTooLate(reader)).text, 'garde')
    const form = { path: newLink, fields: [['titre', 'Vieux']] as const }
    const old = { form, now: new Date(Date.now() - 3_601_000) }
    const late = sealForm(api.database, { personId: reader.user.id }, old)
    assert.ok(late)
    const changed = `${kept.slice(0, -4)}AAAA`
    for (const garde of [late, changed, 'x', JSON.stringify(form)]) {
      const { email } = reader.user
      const opened = await readerOf(api, reader.user).post(logIn, { email, password, garde })
      assert.deepEqual([opened.status, opened.location], [303, '/portail'], garde)
    }
  })

  it('is not kept where it came from no page of that session, is too large, or carries a file', async () => {
    const lost = [{ csrf_token: 'another' }, { description: 'e'.repeat(15_000) }]
    for (const fields of lost) {
      const asked = await sentTooLate(await portalReader(api, merchant), fields)
      assert.deepEqual([asked.status, asked.location], [303, logIn])
    }
    const reader = await portalReader(api, merchant)
    await endSession(reader)
    assert.equal((await reader.post('/portail/reglages/logo', { logo: 'AAAA' })).location, logIn)
    const told = await reader.get(logIn)
    assert.doesNotMatch(told.text, /name="garde"/)
  })

  it('that changes a password is never kept', async () => {
    const reader = await portalReader(api, merchant)
    const page = await reader.get('/portail/compte')
    await endSession(reader)
    const fields = { current: password, next: 'une phrase bien à moi', again: '' }
    const csrf = { csrf_token: valueOf(page.text, 'csrf_token') }
    assert.equal((await reader.post('/portail/compte', { ...csrf, ...fields })).location, logIn)
  })

  /** The form of a new link, filled in and sent after the session has ended. */
  async function sentTooLate(
    reader: PortalReader,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const { text } = await reader.get(newLink)
    const marks = ['csrf_token', 'place', 'form_id'].map((name) => [name, valueOf(text, name)])
    await endSession(reader)
    return reader.post(newLink, { ...Object.fromEntries(marks), ...typed, password, ...more })
  }

  const endSession = ({ user }: PortalReader) =>
    books().rows(
      `update person_session set last_seen_at = now() - interval '2 hours' where person_id = $1 and ended_at is null`,
      [user.id],
    )

  const logInWith = (reader: PortalReader, { text }: Answer, given = password) =>
    reader.post(logIn, {
      email: reader.user.email,
      password: given,
      next: valueOf(text, 'next'),
      garde: valueOf(text, 'garde'),
    })

  /** Presses the one button of the page after the log-in. */
  const resume = (reader: PortalReader, { text }: Answer) => {
    const action = /<form action="([^"]+)"/.exec(text)?.[1] ?? ''
    const fields = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    assert.ok(fields.some(([, name]) => name === 'csrf_token'))
    return reader.post(
      action,
      Object.fromEntries(fields.map(([, name = '', value = '']) => [name, plain(value)])),
    )
  }

  async function linksMade(): Promise<number> {
    const { n } = await books().one<{ n: number }>(
      'select count(*)::int as n from payment_link where service_env_id = $1',
      [merchant.live.serviceEnvId],
    )
    return n
  }
})

describe('a form that waits for a passkey', () => {
  const publicUrl = 'http://localhost:4444'
  let api: ApiAlone
  before(async () => {
    api = await startApiAlone({ PUBLIC_URL: publicUrl })
  })
  after(() => api?.stop())

  it('goes through a whole log-in by it', async () => {
    const user = await createPortalUser(api.database, await createPortalMerchant(api.database))
    const { cookies, recoveryCodes } = await enrol(api.database, 'portal', user)
    const device = softDevice(publicUrl)
    const own = readerOf(api, user, cookies)
    const given = { nom: 'Mon téléphone', password, code: recoveryCodes[0] ?? '' }
    const begun = await own.post('/portail/compte/cles-acces/preparer', given)
    const made = { nom: 'Mon téléphone', answer: device.make(askIn(begun.text)) }
    assert.equal((await own.post('/portail/compte/cles-acces/ajouter', made)).status, 303)
    const form = { path: newLink, fields: [['titre', 'Pagne']] as const }
    const garde = sealForm(api.database, { personId: user.id }, { form, now: new Date() }) ?? ''
    const reader = readerOf(api, user)
    const asked = await reader.post(`${logIn}/cle`, { garde })
    assert.equal(valueOf(asked.text, 'garde'), garde)
    const answer = device.sign(askIn(asked.text))
    const entered = await reader.post(`${logIn}/cle`, { answer, garde })
    assert.equal(entered.status, 200)
    assert.equal(valueOf(entered.text, 'titre'), 'Pagne')
  })
})

function valueOf(text: string, name: string): string {
  return plain(new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '')
}

function plain(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
