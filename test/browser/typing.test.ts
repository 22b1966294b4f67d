import assert from 'node:assert/strict'
import type { Language } from '#domain/text/language.ts'
import { desk, needBrowser, visit, type Visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import { sharedService } from '#test/support/service.ts'

describe('what the portal does while somebody types', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))

  async function opened(path: string, language: Language = 'fr'): Promise<Visit> {
    const seen = await visit(desk)
    await enterPortal(seen, service, { merchant, mode: 'test', language })
    await seen.open(service.baseUrl + path)
    return seen
  }

  it('thousands stand apart, the cursor stays at its digit, and what is sent is exact', async () => {
    const { page, close } = await opened('/portail/encaisser')
    const amount = page.locator('[name=montant]')
    await amount.pressSequentially('12500')
    assert.equal(await amount.inputValue(), '12\u202F500')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('34')
    assert.equal(await amount.inputValue(), '1\u202F342\u202F500')
    await page.keyboard.type('9')
    assert.equal(await amount.inputValue(), '13\u202F492\u202F500')
    await amount.fill('12 500')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.click('text=Afficher un code QR')
    assert.match((await sent).postData() ?? '', /(^|&)montant=12500(&|$)/)
    await close()
  })

  it('thousands stand apart by commas in English', async () => {
    const { page, close } = await opened('/portail/encaisser', 'en')
    const amount = page.locator('[name=montant]')
    await amount.pressSequentially('1250000')
    assert.equal(await amount.inputValue(), '1,250,000')
    await close()
  })
})
