import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { payFor } from '#test/support/paid.ts'
import { needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { printed, sizesOnPaper } from '#test/support/paper.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createPortalMerchant, type PortalMerchant, portalReader } from '#test/support/portal.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { freshPhone } from '#test/support/tenant.ts'

/** A4 without the margins of a poster. */
const insideMm = { width: 194, height: 281 }

describe('what is printed, in a browser', () => {
  let service: TestService
  let merchant: PortalMerchant
  before(async function () {
    needBrowser(this)
    service = await sharedService()
    merchant = await createPortalMerchant(service.database)
  })
  after(() => service?.stop())

  const linkOf = (title: string) =>
    createLink(service.database, merchant.test, { title, price: money(12_500n, 'XOF') })

  async function inPortal(): Promise<Visit> {
    const seen = await visit(phone)
    const { cookies } = await portalReader(service, merchant)
    const place = ['portal_place', merchant.test.serviceEnvId] as const
    await seen.page
      .context()
      .addCookies(
        [...cookies, place].map(([name, value]) => ({ name, value, url: service.baseUrl })),
      )
    return seen
  }

  it('a poster fills its sheet, with a code 15 cm wide, however long its title', async () => {
    const { page, open, close } = await inPortal()
    for (const title of [
      'Panier',
      'Un panier de légumes et de fruits du marché, '.repeat(3).slice(0, 119),
    ]) {
      const { id } = await linkOf(title)
      await open(`${service.baseUrl}/portail/liens/${id}/affiche`)
      assert.equal((await printed(page)).sheets, 1, title)
      const [code, poster] = await sizesOnPaper(page, insideMm.width, ['.poster .qr', '.poster'])
      assert.ok(code && Math.abs(code.width - 150) < 1, `${code?.width} mm wide`)
      const filled = (poster?.height ?? 0) / insideMm.height
      assert.ok(filled > 0.75 && filled <= 1, `${Math.round(filled * 100)} % of the sheet`)
    }
    await close()
  })

  it('the receipt of a payer is one sheet, its code with it', async () => {
    const { id } = await linkOf('Pagne wax «\u00A0Fête\u00A0», 6 yards')
    const { page, open, close } = await visit(phone)
    await open(`${service.baseUrl}/sandbox/pay/${id}`)
    await page.getByLabel('Votre numéro Mobile Money').fill(freshPhone().slice(3))
    await page.getByLabel('Votre nom').fill('Éléonore Adjavon')
    await page.getByLabel('Votre adresse e-mail').fill('eleonore@example.com')
    await page.getByRole('button', { name: 'Payer ' }).click()
    await page.getByRole('heading', { name: 'Payé (test)' }).waitFor()
    assert.ok(await page.locator('.qr').isVisible())
    assert.equal((await printed(page)).sheets, 1)
    await close()
  })

  it('so is the page that proves a receipt', async () => {
    const { verifyCode } = await payFor(service, { mode: 'live' })
    const { page, open, close } = await visit(phone)
    await open(`${service.baseUrl}/verification/${verifyCode}`)
    assert.equal((await printed(page)).sheets, 1)
    await close()
  })
})
