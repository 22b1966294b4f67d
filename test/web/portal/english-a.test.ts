import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inTransaction, onPool } from '#db/sql.ts'
import { asId } from '#domain/ids.ts'
import { kindNames, type NotificationDetails } from '#domain/notifications/notification.ts'
import { type Language, languages } from '#domain/text/language.ts'
import { askIn, softDevice } from '#test/support/passkeys.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { enrol } from '#test/support/enrolled.ts'
import { given } from '#test/support/given.ts'
import { strayWords } from '#test/support/languages.ts'
import { createPortalUser, createStaffMember, password } from '#test/support/people.ts'
import {
  type Answer,
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
  type PortalReader,
  readerOf,
} from '#test/support/portal.ts'
import { signedUp } from '#test/support/sign-ups.ts'

type Told = Readonly<Record<Language, string>>

const publicUrl = 'http://localhost:4444'

describe('the portal in French and in English: its door, its frame, account, team, settings, notifications', () => {
  const api = given(() =>
    startApiAlone({ PUBLIC_URL: publicUrl, SMS_URL: 'http://127.0.0.1:1/', SMS_TOKEN: 'x' }),
  )
  const books = () => onPool(api.database.pool)

  /** Names of people and shops are of no language here. */
  const neutral = async (merchant: Pick<PortalMerchant, 'merchantId'>) => {
    await books().rows(`update service set public_name = 'Ganhi Shop' where merchant_id = $1`, [
      merchant.merchantId,
    ])
    await books().rows(`update person set name = 'Awa Mensah' where merchant_id = $1`, [
      merchant.merchantId,
    ])
  }

  for (const language of languages) {
    const speaks = ({ status, headers, text }: Answer, expected: number, ...said: Told[]): void => {
      assert.equal(status, expected, text)
      assert.match(text, new RegExp(`^<!doctype html><html lang="${language}">`))
      assert.equal(headers.get('Content-Language'), language)
      assert.match(headers.get('Vary') ?? '', /Accept-Language, Cookie/)
      assert.deepEqual(strayWords(text, language), [])
      for (const each of said)
        assert.ok(text.includes(each[language]), `${each[language]}: ${text}`)
    }
    const visitorOf = async (merchant: PortalMerchant): Promise<PortalReader> => {
      const visitor = readerOf(api, await createPortalUser(api.database, merchant))
      await neutral(merchant)
      visitor.cookies.set('langue', language)
      return visitor
    }
    const readerIn = async (
      merchant: Pick<PortalMerchant, 'merchantId'>,
      role: 'owner' | 'administrator' = 'owner',
    ): Promise<PortalReader> => {
      const reader = await portalReader(api, merchant, role)
      await neutral(merchant)
      reader.cookies.set('langue', language)
      return reader
    }

    it(`the door: ${language}`, async () => {
      const visitor = await visitorOf(await createPortalMerchant(api.database))
      const logIn = '/portail/connexion'
      speaks(await visitor.get(logIn), 200, { fr: 'Portail marchand', en: 'Merchant portal' })
      speaks(await visitor.get('/portail/connexion/cle'), 200)
      const wrong = await visitor.post(logIn, { email: 'x@example.com', password: 'x' })
      speaks(wrong, 422, { fr: 'Vérifiez votre saisie', en: 'Check what you typed' })
      assert.doesNotMatch(wrong.text, /hreflang/)
      const forgotten = '/portail/mot-de-passe-oublie'
      speaks(await visitor.get(forgotten), 200)
      speaks(await visitor.post(forgotten, { email: visitor.user.email }), 200)
      speaks(await visitor.get(`${forgotten}/code`), 200)
      const typed = { email: visitor.user.email, code: 'x', next: password, again: password }
      speaks(await visitor.post(`${forgotten}/code`, typed), 422)
      speaks(await visitor.post(`${forgotten}/code`, { ...typed, again: 'x' }), 422, {
        fr: 'Les deux saisies diffèrent.',
        en: 'The passwords do not match.',
      })
      speaks(await visitor.get('/portail/invitation'), 200)
      speaks(await visitor.post('/portail/invitation', typed), 422)
      const signUp = '/portail/inscription'
      speaks(await visitor.get(signUp), 200)
      speaks(await visitor.post(signUp, { email: 'x' }), 422)
      const asked = {
        business_name: 'Ganhi Shop',
        person_name: 'Awa Mensah',
        email: `awa.${randomUUID()}@example.com`,
        phone: '01 97 00 00 42',
      }
      speaks(await visitor.post(signUp, asked), 200)
      speaks(await visitor.get(`${signUp}/code`), 200)
      speaks(await visitor.post(`${signUp}/code`, { ...typed, email: asked.email }), 422)
      speaks(await visitor.get('/portail/nulle-part'), 404)
    })

    it(`the account, its codes, passkeys and sessions, and the second step: ${language}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const reader = await readerIn(merchant)
      const account = '/portail/compte'
      speaks(await reader.get(account), 200, { fr: 'Propriétaire', en: 'Owner' })
      const other = { current: 'x', next: 'x', again: 'y' }
      speaks(await reader.post(account, other), 422)
      speaks(await reader.post(account, { ...other, again: 'x' }), 422)
      speaks(await reader.get(`${account}/codes`), 200)
      speaks(await reader.post(`${account}/codes`, { password: 'x' }), 422)
      speaks(await reader.post(`${account}/codes`, { password }), 200)
      speaks(await reader.post(`${account}/codes/confirmer`, { code: '000000' }), 422)
      const person = await createPortalUser(api.database, { ...merchant, role: 'developer' })
      await neutral(merchant)
      const { cookies, recoveryCodes } = await enrol(api.database, 'portal', person)
      const owner = readerOf(api, person, cookies)
      owner.cookies.set('langue', language)
      speaks(await owner.get(`${account}/codes`), 200)
      const keys = `${account}/cles-acces`
      speaks(await owner.get(keys), 200)
      speaks(await owner.post(`${keys}/preparer`, { nom: '' }), 422)
      const [code = '', secondCode = ''] = recoveryCodes
      const asked = await owner.post(`${keys}/preparer`, { nom: 'Nokia', password, code })
      speaks(asked, 200)
      const answer = softDevice(publicUrl).make(askIn(asked.text))
      assert.equal((await owner.post(`${keys}/ajouter`, { nom: 'Nokia', answer })).status, 303)
      speaks(await owner.get(keys), 200, {
        fr: 'Votre clé d’accès est prête.',
        en: 'Your passkey is ready.',
      })
      speaks(await reader.get(`${account}/sessions`), 200)
      const again = readerOf(api, person)
      again.cookies.set('langue', language)
      const given = await again.post('/portail/connexion', { email: person.email, password })
      speaks(await again.get(given.location ?? ''), 200)
      speaks(await again.post('/portail/connexion/code', { code: '000000' }), 422)
      const opened = await again.post('/portail/connexion/code', { code: secondCode })
      assert.equal(opened.location, '/portail')
      speaks(await owner.get(`${account}/sessions`), 200)
      speaks(await owner.send(`${account}/sessions`, { password: 'x' }), 422)
      assert.equal((await owner.send(`${account}/sessions`, { session: '' })).status, 303)
      speaks(await owner.get(`${account}/sessions`), 200, { fr: 'C’est fermé.', en: 'Closed.' })
      await owner.post('/portail/deconnexion')
      speaks(await owner.get('/portail/connexion'), 200, {
        fr: 'Vous êtes déconnecté.',
        en: 'You are logged out.',
      })
    })

    it(`the team, and each act on one of it: ${language}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const reader = await readerIn(merchant)
      const team = '/portail/equipe'
      speaks(await reader.get(team), 200, {
        fr: 'Ce que permet chaque rôle',
        en: 'What each role can do',
      })
      speaks(await reader.get(`${team}/inviter`), 200)
      speaks(await reader.send(`${team}/inviter`, { nom: '', email: 'x', role: '' }), 422)
      const email = `kossi.${randomUUID()}@example.com`
      const invited = { nom: 'Kossi Mensah', email, role: 'developer' }
      const made = await reader.send(`${team}/inviter`, invited)
      const person = made.location ?? ''
      speaks(await reader.get(person), 200, {
        fr: 'Le code part par e-mail',
        en: 'The code is on its way by e-mail',
      })
      for (const act of ['role', 'invitation', 'fermer'])
        speaks(await reader.get(`${person}/${act}`), 200)
      speaks(await reader.send(`${person}/role`, { role: 'x' }), 422)
      await reader.send(`${person}/fermer`, {})
      speaks(await reader.get(person), 200, { fr: 'L’accès est fermé.', en: 'Access is closed.' })
      speaks(await reader.get(`${person}/rouvrir`), 200)
      speaks(await reader.get(`${team}/${reader.user.id}`), 200)
      const administrator = await readerIn(merchant, 'administrator')
      speaks(await administrator.get(`${team}/${reader.user.id}`), 200)
      speaks(await administrator.get(`${team}/${randomUUID()}`), 404)
    })

    it(`the settings of a service, its logo, and when the password is asked for: ${language}`, async () => {
      const reader = await readerIn(await createPortalMerchant(api.database))
      const settings = '/portail/reglages'
      speaks(await reader.get(settings), 200, { fr: 'mode réel', en: 'live mode' })
      const wrong = { nom: '', devise: '', frais: '', telephone: 'x', email: 'x', ifu: 'x' }
      speaks(await reader.send(settings, wrong), 422)
      const good = { nom: 'Ganhi Shop', devise: 'XOF', frais: 'marchand' }
      assert.equal((await reader.send(settings, good)).status, 303)
      speaks(await reader.get(settings), 200)
      speaks(await reader.get(`${settings}/logo`), 200)
      speaks(await reader.send(`${settings}/logo`, { logo: '' }), 422)
      speaks(await reader.get(`${settings}/mot-de-passe`), 200)
      speaks(await reader.send(`${settings}/mot-de-passe`, { demande: 'x' }), 422)
      await reader.send(`${settings}/mot-de-passe`, { demande: 'dix-minutes' })
      assert.equal((await reader.send(settings, good)).status, 303)
      speaks(await reader.get(`${settings}/logo`), 200, {
        fr: 'n’est pas redemandé avant',
        en: 'asked for your password again until',
      })
      speaks(await reader.get('/portail/service'), 200)
      assert.equal((await reader.post('/portail/service', { vers: 'x' })).status, 400)
    })

    it(`the opening of the live mode: ${language}`, async () => {
      const shop = await signedUp(api.database)
      const reader = await readerIn(shop, 'administrator')
      const page = '/portail/ouverture'
      speaks(await reader.get(page), 200)
      speaks(await reader.send(page, { ifu: '1' }), 422)
      const identity = { ifu: '3201900000001', rccm: 'RB/COT/20 B 26543', adresse: 'Ganhi' }
      assert.equal((await reader.send(page, identity)).location, page)
      speaks(await reader.get(page), 200, {
        fr: 'Votre demande est chez nous',
        en: 'We have your request',
      })
      const { id: by } = await createStaffMember(api.database)
      const refuse = `update live_opening
        set state = 'refused', reason = 'RCCM.', decided_by = $2, decided_at = now()
        where service_env_id = $1`
      await books().rows(refuse, [shop.live, by])
      speaks(await reader.get(page), 200)
    })

    it(`each notification, and the choice of what is sent: ${language}`, async () => {
      const merchant = await createPortalMerchant(api.database)
      const reader = await readerIn(merchant)
      const list = '/portail/notifications'
      speaks(await reader.get(list), 200, { fr: 'Rien à signaler', en: 'Nothing to report' })
      const { serviceEnvId } = merchant.live
      const { id: personId } = reader.user
      for (const details of detailsOf(serviceEnvId))
        for (const kind of kindNames) {
          const told = { kind, about: randomUUID(), details }
          const noticed =
            kind === 'new_log_in'
              ? { ...told, readers: { personId }, details: { name: 'Firefox sur Android' } }
              : { ...told, readers: { serviceEnvId } }
          await inTransaction(api.database.pool, (tx) => notify(tx, api.database, noticed))
        }
      const shown = await reader.get(list)
      speaks(shown, 200, { fr: 'Firefox sur Android', en: 'Firefox on Android' })
      assert.equal(shown.text.match(/class="unread"/g)?.length, kindNames.length * 2)
      assert.match(shown.text, language === 'fr' ? /1\u202F200 paiements/ : /1,200 payments/)
      const choices = '/portail/compte/notifications'
      speaks(await reader.get(choices), 200)
      const wrong = await reader.send(choices, { 'new_log_in-sms': 'oui', telephone: '' })
      speaks(wrong, 422)
      assert.equal((await reader.send(choices, {})).location, choices)
      speaks(await reader.get(choices), 200, { fr: 'C’est noté.', en: 'Saved.' })
    })
  }
})

/** Of one thing, and of many. */
function detailsOf(id: string): readonly NotificationDetails[] {
  const money = { amount: '12500', moneyOut: '5000', fees: '120', when: '2026-03' }
  return [
    { ...money, id: asId(id), count: 1, name: 'Ganhi', code: 'insufficient_balance' },
    { ...money, count: 1200, name: 'Ganhi', reason: 'RCCM.', code: 'x' },
  ]
}
