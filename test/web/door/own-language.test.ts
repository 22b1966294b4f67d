import assert from 'node:assert/strict'
import type { MailId } from '#domain/ids.ts'
import type { Language } from '#domain/text/language.ts'
import { onPool } from '#db/sql.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { codeMailed, createPortalUser, password } from '#test/support/people.ts'
import {
  type Answer,
  createPortalMerchant,
  portalReader,
  type PortalReader,
  readerOf,
} from '#test/support/portal.ts'
import { freshEmail } from '#test/support/staff.ts'

const logIn = '/portail/connexion'

describe('the language of an account', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const languageOf = async ({ id }: { readonly id: string }) => {
    const statement = 'select language from person where id = $1'
    const { language } = await onPool(api.database.pool).one<{ language: Language | null }>(
      statement,
      [id],
    )
    return language
  }
  const spoken = ({ text }: Answer) => /<html lang="(..)">/.exec(text)?.[1]
  const browserOf = async (language?: Language): Promise<PortalReader> => {
    const user = await createPortalUser(api.database, { ...merchant, role: 'administrator' })
    const browser = readerOf(api, user)
    if (language) browser.cookies.set('langue', language)
    return browser
  }
  const enter = async (browser: PortalReader, { email } = browser.user) => {
    const { location } = await browser.post(logIn, { email, password })
    assert.equal(location, '/portail')
    return browser.get('/portail')
  }
  const subjectTo = async ({ id }: { readonly id: string }, kind: string) => {
    const { id: mailId } = await onPool(api.database.pool).one<{ id: MailId }>(
      'select id from mail where person_id = $1 and kind = $2 order by id desc limit 1',
      [id, kind],
    )
    const mail = await readMail(api.database, mailId, 'https://pay.example')
    assert.ok('outgoing' in mail && mail.outgoing.channel === 'email')
    return mail.outgoing.subject
  }

  it('is what its person chose in the portal, on whichever page, and what they are written to in', async () => {
    const reader = await portalReader(api, merchant)
    assert.equal(await languageOf(reader.user), null)
    const choices = '/portail/compte/notifications'
    assert.match((await reader.get(choices)).text, /Nous vous écrivons en français/)
    const { location } = await reader.get(`${choices}?langue=en`)
    assert.equal(location, choices)
    assert.equal(await languageOf(reader.user), 'en')
    assert.match((await reader.get(choices)).text, /We write to you in English/)
    await reader.post('/portail/mot-de-passe-oublie', { email: reader.user.email })
    assert.equal(await subjectTo(reader.user, 'password'), 'Forgotten password')
    await reader.get('/portail/nowhere?langue=fr')
    assert.equal(await languageOf(reader.user), 'fr', 'a page that does not exist')
  })

  it('comes along to another browser, whatever that one spoke before', async () => {
    const browser = await browserOf('en')
    assert.equal(spoken(await enter(browser)), 'en')
    assert.equal(await languageOf(browser.user), 'en', 'its first is that of the page')
    const phone = readerOf(api, browser.user)
    assert.equal(spoken(await phone.get(logIn)), 'fr')
    assert.equal(spoken(await enter(phone)), 'en')
    assert.equal(phone.cookies.get('langue'), 'en')
  })

  it('is not changed by what somebody else chose in the same browser', async () => {
    const browser = await browserOf('en')
    await enter(browser)
    const colleague = await browserOf('fr')
    await enter(colleague)
    assert.equal(spoken(await enter(browser, colleague.user)), 'fr')
    assert.equal(await languageOf(colleague.user), 'fr')
    assert.equal(await languageOf(browser.user), 'en')
  })

  it('is what was chosen just before the log-in', async () => {
    const browser = await browserOf('fr')
    await enter(browser)
    await browser.post('/portail/deconnexion')
    assert.equal(spoken(await browser.get(logIn)), 'fr')
    await browser.get(`${logIn}?langue=en`)
    assert.equal(spoken(await enter(browser)), 'en')
    assert.equal(await languageOf(browser.user), 'en')
    assert.ok(!browser.cookies.get('langue_choisie'), 'it is said once')
  })

  it('is not changed by a link on another site, nor by a session that is over', async () => {
    const reader = await portalReader(api, merchant)
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const linked = await fetch(`${api.baseUrl}/portail?langue=en`, {
      redirect: 'manual',
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' },
    })
    assert.equal(linked.status, 303)
    assert.equal(await languageOf(reader.user), null)
    await onPool(api.database.pool).rows(
      `update person_session set ended_at = now(), end_reason = 'log_out' where person_id = $1`,
      [reader.user.id],
    )
    await reader.get('/portail?langue=en')
    assert.equal(await languageOf(reader.user), null)
  })

  it('is that of who invites, until the invited person comes, who takes the page’s', async () => {
    const inviter = await portalReader(api, merchant)
    await inviter.get('/portail?langue=en')
    const email = freshEmail()
    const { location } = await inviter.send('/portail/equipe/inviter', {
      nom: 'Koffi Zinsou',
      email,
      role: 'developer',
    })
    const id = location?.split('/').at(-1) ?? ''
    assert.equal(await subjectTo({ id }, 'invitation'), 'Your invitation')
    const visitor = await browserOf('fr')
    const code = await codeMailed(api.database, { id })
    const next = 'la pluie tombe enfin'
    await visitor.post('/portail/invitation', { email, code, next, again: next })
    assert.equal(await languageOf({ id }), 'fr')
  })
})
