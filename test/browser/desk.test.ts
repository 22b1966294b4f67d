import assert from 'node:assert/strict'
import { givenMerchant } from '#test/support/portal.ts'
import { call } from '#test/support/call.ts'
import {
  type Look,
  looks,
  needBrowser,
  openFromAccount,
  openFromMenu,
  phone,
  visit,
  type Visit,
} from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { namesInRow } from '#test/support/page-checks.ts'
import { hasSheetOf, sheetsOf } from '#test/support/paper.ts'
import { linkPaymentCall } from '#test/support/payment-links.ts'
import { password } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { sharedService } from '#test/support/service.ts'
import { freshPhone } from '#test/support/tenant.ts'
import type { Page } from 'playwright-core'

interface Begun extends Visit {
  /** The same as `check`, where a phone is looked at. */
  readonly checkPhone: (name: string) => Promise<void>
}

describe('a merchant who begins, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const service = given(() => sharedService())
  const { user } = givenMerchant(service)

  const press = async (page: Page, button: string): Promise<void> => {
    const form = page.locator('main form:visible').filter({ hasText: button })
    const asked = form.locator('[name=password]')
    if (await asked.isVisible()) await asked.fill(password)
    await form.locator(`button:has-text("${button}")`).click()
  }

  /** In test mode, at a page of the menu. */
  const begin = async (look: Look, label: string): Promise<Begun> => {
    const visited = await visit(look)
    const { page, open, check } = visited
    await open(`${service.baseUrl}/portail/connexion`)
    await submitLogIn(page, user.email)
    await openFromAccount(page, 'Passer en test')
    await openFromMenu(page, label)
    await page.waitForSelector(`h1:text-is("${label}")`)
    return { ...visited, checkPhone: async (name) => (look === phone ? check(name) : undefined) }
  }

  for (const look of looks) {
    it(`makes a link, puts up its poster, and sees it paid as decided: ${look.name}`, async () => {
      const { page, check, checkPhone, close } = await begin(look, 'Liens de paiement')
      await page.click('main >> text=Créer un lien')
      await page.fill('[name=titre]', 'Panier découverte')
      await page.fill('[name=montant]', '12 500')
      await page.click('text=Questions au payeur')
      await page.fill('[name=question_1]', 'Quartier de livraison')
      await checkPhone('lien-nouveau')
      await press(page, 'Créer le lien')
      await check('lien', '.qr')
      const linkId = new URL(page.url()).pathname.slice(-36)
      const made = await call(service, linkPaymentCall(linkId, { phone: freshPhone('0005') }))
      assert.equal(made.status, 202, made.text)
      await page.click('text=Affiche à imprimer')
      await page.waitForSelector('.poster')
      await checkPhone('affiche')
      assert.equal(await sheetsOf(page), 1)
      await page.click('text=Retour au lien')
      await page.waitForSelector('h2:text-is("Paiements de ce lien")')
      await page.click('main a:has-text("Modifier")')
      await check('lien-modifier', '[name=titre]')
      await openFromMenu(page, 'Outils de test')
      await check('outils', 'text=Créer un paiement de test')
      await page.click('main table a:text-is("Paiement")')
      await page.waitForSelector('#decision')
      await checkPhone('decision')
      await press(page, 'Décider')
      await page.waitForSelector('#etat >> text=Paiement réussi')
      await openFromMenu(page, 'Liens de paiement')
      await page.waitForSelector('main table')
      const names = look === phone ? ['Prix', 'Payé', 'Encaissé'] : []
      assert.deepEqual(await namesInRow(page), names)
      await check('liens')
      await close()
    })

    it(`sets up a till with a code that is shown once, and closes it: ${look.name}`, async () => {
      const { page, check, checkPhone, close } = await begin(look, 'Terminaux')
      await check('terminaux')
      await page.click('main >> text=Ajouter un terminal')
      await page.fill('[name=libelle]', 'Caisse 1')
      await checkPhone('terminal-nouveau')
      await press(page, 'Ajouter')
      await page.waitForSelector('.secret')
      await checkPhone('terminal-code')
      const code = await page.locator('.secret').innerText()
      await page.click('text=C’est fait')
      await page.waitForSelector('text=À activer')
      assert.ok(!(await page.content()).includes(code))
      await page.click('main a:has-text("Modifier")')
      await check('terminal-modifier', '[name=libelle]')
      await page.goBack()
      await page.click('text=Ouvrir une session de caisse')
      await page.fill('[name=caissier]', 'Sika Ahouandjinou')
      await page.fill('[name=fond]', '10 000')
      await check('terminal')
      await press(page, 'Ouvrir la session')
      await page.waitForSelector('.secret')
      await page.click('text=Voir la session')
      await page.click('text=Clôturer la session')
      await page.fill('[name=compte]', '9 500')
      await press(page, 'Clôturer pour de bon')
      await check('caisse-cloture', 'h1:text-is("Clôture Z")')
      assert.ok(await page.locator('.paper').first().isHidden(), 'who signs does so on paper')
      await page.click('text=Format ticket, 80 mm')
      await page.waitForSelector('.ticket')
      if (process.env['PICTURES'])
        await page.pdf({ path: 'test-results/caisse-ticket.pdf', preferCSSPageSize: true })
      assert.ok(await hasSheetOf(page, 80), 'a roll is 80 mm wide')
      await openFromMenu(page, 'Sessions de caisse')
      await page.waitForSelector('h1:text-is("Sessions de caisse")')
      await checkPhone('caisses')
      await close()
    })
  }

  checksItsPages('desk')
})
