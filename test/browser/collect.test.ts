import assert from 'node:assert/strict'
import {
  looks,
  needBrowser,
  openFromAccount,
  phone,
  visit,
  type Visit,
} from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'

/** What a phone does at the end of a sale, told apart from what a page shows. */
const ears = `window.heard = []
navigator.vibrate = (buzz) => heard.push('buzz ' + buzz.length)
const start = OscillatorNode.prototype.start
OscillatorNode.prototype.start = function (...at) { heard.push('note'); return start.apply(this, at) }`

describe('encaisser in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))
  const user = given(() => createPortalUser(service.database, merchant))

  async function logIn({ page, open }: Visit): Promise<void> {
    await open(`${service.baseUrl}/portail/connexion`)
    await submitLogIn(page, user.email)
    await openFromAccount(page, 'Passer en test')
    await page.waitForSelector('.trial')
  }
  let numbers = 0
  const numberOf = (ending: string): string => {
    numbers += 1
    return `0197${String(30 + numbers)}${ending}`
  }

  for (const look of looks) {
    it(`asks a number, and rings when it has paid or has not: ${look.name}`, async function () {
      this.timeout(240_000)
      const seen = await visit(look, { script: ears })
      const { page, open, check, close } = seen
      await logIn(seen)
      await open(`${service.baseUrl}/portail/encaisser`)
      await check('portail-encaisser')
      await page.fill('[name=montant]', '2 500')
      await page.click('text=Demander au client')
      await check('portail-encaisser-refuse', '[role=alert], .notice')
      await page.fill('[name=numero]', numberOf('0099'))
      await page.click('text=Demander au client')
      await check('portail-encaisser-paye', '[data-end=paid]')
      await page.waitForFunction('heard.length === 3')
      assert.deepEqual(await page.evaluate('heard'), ['buzz 3', 'note', 'note'])
      await page.click('text=Encaissement suivant')
      await page.fill('[name=montant]', '700')
      await page.fill('[name=numero]', numberOf('0001'))
      await page.click('text=Demander au client')
      await check('portail-encaisser-pas-paye', '[data-end=unpaid]')
      await page.click('text=Redemander')
      assert.equal(await page.inputValue('[name=montant]'), '700')
      await close()
    })

    it(`shows a code, takes it back, and tells of who pays it: ${look.name}`, async function () {
      this.timeout(240_000)
      const seen = await visit(look)
      const { page, open, check, close } = seen
      await logIn(seen)
      await open(`${service.baseUrl}/portail/encaisser`)
      await page.fill('[name=montant]', '1200')
      await page.click('text=Afficher un code QR')
      await check('portail-encaisser-qr', '.qr')
      await page.click('text=Annuler ce code')
      await check('portail-encaisser-qr-annule', 'text=Code annulé')
      await close()
    })
  }

  it('asks a number for money in four taps from the first page of a phone', async function () {
    this.timeout(240_000)
    const seen = await visit(phone)
    const { page, close } = seen
    await logIn(seen)
    let taps = 0
    const tap = async (selector: string): Promise<void> => {
      taps += 1
      await page.locator(selector).tap()
    }
    const { open } = seen
    await open(`${service.baseUrl}/portail`)
    await tap('nav a:visible:has-text("Encaisser")')
    // The amount is ready to be typed.
    await page.waitForSelector('[name=montant]:focus')
    await page.keyboard.type('500')
    await tap('[name=numero]')
    await page.keyboard.type(numberOf('0099'))
    await tap('text=Demander au client')
    await page.waitForSelector('[data-end=paid]')
    assert.ok(taps <= 4, `${taps} taps`)
    await close()
  })

  it('is whole without a script', async function () {
    this.timeout(240_000)
    const seen = await visit(phone, { hasScript: false })
    const { page, open, close } = seen
    await logIn(seen)
    await open(`${service.baseUrl}/portail/encaisser`)
    await page.fill('[name=montant]', '650')
    await page.fill('[name=numero]', numberOf('0099'))
    await page.click('text=Demander au client')
    await page.waitForSelector('h1:has-text("Payé")')
    await close()
  })

  checksItsPages('collect')
})
