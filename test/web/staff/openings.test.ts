import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { signedUp, type SignedUp } from '#test/support/sign-ups.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'

const page = '/portail/ouverture'
const queue = '/staff/ouvertures'
const identity = { ifu: '3201900000001', rccm: 'RB/COT/20 B 26543', adresse: 'Carré 12, Ganhi' }

describe('the opening of a live mode, on pages', () => {
  const api = given(() => sharedApiAlone())

  it('is asked for with a legal identity, refused with a reason, asked for again and approved', async () => {
    const shop = await signedUp(api.database)
    const reader = await portalReader(api, shop)
    const missing = await reader.send(page, { ...identity, ifu: '123', rccm: '' })
    assert.equal(missing.status, 422)
    assert.match(missing.text, /IFU a 13 chiffres/)
    assert.match(missing.text, /Indiquez votre RCCM/)
    assert.ok(missing.text.includes('Carré 12, Ganhi'), 'what was typed stays')
    assert.equal((await reader.send(page, identity)).location, page)
    const waits = (await reader.get(page)).text
    assert.match(waits, /Votre demande est chez nous/)
    assert.doesNotMatch(waits, /Demander l’ouverture/)

    const admin = await deskBrowser(api, 'administrator', 'Kossi Agbo')
    const one = await openingOf(admin, shop)
    const shown = (await admin.get(one)).text
    for (const fact of [identity.ifu, identity.rccm, 'Ganhi', reader.user.email])
      assert.ok(shown.includes(fact), fact)
    assert.doesNotMatch(shown, /<textarea[^>]* name="reason"[^>]* required/, 'an opening has none')
    const bare = await admin.sendShown(shown, `${one}/refuser`, { password })
    assert.equal(bare.status, 422)
    assert.match(bare.text, /Écrivez pourquoi/)
    const reason = 'Le RCCM n’est pas lisible.'
    const refused = await admin.sendShown(shown, `${one}/refuser`, { password, reason })
    assert.equal(refused.location, one)
    const told = (await reader.get(page)).text
    assert.match(told, /Le RCCM n’est pas lisible\./)
    assert.equal((await reader.send(page, identity)).location, page)

    const second = await openingOf(admin, shop)
    assert.notEqual(second, one)
    const text = (await admin.get(second)).text.replace('/refuser"', '/approuver"')
    const approved = await admin.sendShown(text, `${second}/approuver`, { password })
    assert.equal(approved.location, second)
    const late = await admin.sendShown(text, `${second}/approuver`, { password })
    assert.equal(late.status, 409, 'who comes second is told')
    assert.match((await reader.get(page)).text, /Le mode réel est ouvert/)
    assert.match((await reader.get('/staff')).location ?? '', /connexion/)
  })

  it('is decided by who may let merchants in, and looked at by all of the staff', async () => {
    const shop = await signedUp(api.database)
    await (await portalReader(api, shop)).send(page, identity)
    for (const role of ['agent', 'supervisor'] as const) {
      const browser = await deskBrowser(api, role)
      const one = await openingOf(browser, shop)
      assert.doesNotMatch((await browser.get(one)).text, /Ouvrir le mode réel/)
      const home = (await browser.get('/staff')).text
      assert.match(
        home,
        /Demandes d’ouverture.* · pour un administrateur/s,
        'the first page says so',
      )
      const tried = await browser.post(`${one}/approuver`, { password, vu: 'waiting' })
      assert.equal(tried.status, 403)
    }
  })

  it('is asked for by who leads the merchant alone', async () => {
    const shop = await signedUp(api.database)
    for (const role of ['developer', 'collaborator'] as const)
      assert.equal((await (await portalReader(api, shop, role)).get(page)).status, 403)
  })

  it('stands in the live mode of who signed up, where a key is refused in words', async () => {
    const shop = await signedUp(api.database)
    const reader = await portalReader(api, shop)
    assert.doesNotMatch((await reader.get('/portail')).text, /pas encore ouvert/)
    await reader.post('/portail/service', { vers: shop.live })
    const home = (await reader.get('/portail')).text
    assert.match(home, /Le mode réel n’est pas encore ouvert/)
    assert.match(
      home,
      /Demander son ouverture.*Ajouter un compte/s,
      'the step that opens the others first',
    )
    assert.doesNotMatch(
      home,
      /Votre premier paiement|Nouveau retrait/,
      'nothing that would be refused',
    )
    for (const form of ['/portail/encaisser', '/portail/liens/nouveau'])
      assert.match((await reader.get(form)).text, /Le mode réel n’est pas encore ouvert/, form)
    const key = await reader.send('/portail/cles', { type: 'secret', ancienne: '0' })
    assert.equal(key.status, 422)
    assert.match(key.text, /Le mode réel de ce service n’est pas encore ouvert/)
  })

  it('is no step for a merchant that the staff let in', async () => {
    const reader = await portalReader(api, await createPortalMerchant(api.database))
    assert.doesNotMatch((await reader.get('/portail')).text, /Demander son ouverture/)
    assert.match((await reader.get(page)).text, /Le mode réel est ouvert/)
  })

  /** The request of this merchant, as the queue leads to it. */
  async function openingOf(browser: DeskBrowser, { merchantId }: SignedUp): Promise<string> {
    const { text } = await browser.get(queue)
    const row = new RegExp(`href="(${queue}/[0-9a-f-]{36})"(?:(?!<tr).)*${merchantId}`)
    return row.exec(text)?.[1] ?? ''
  }
})
