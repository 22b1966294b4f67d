import assert from 'node:assert/strict'
import { eventually } from '#test/support/call.ts'
import { money } from '#domain/money/money.ts'
import type { TransactionId } from '#domain/ids.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { desk, needBrowser, visit, type Visit } from '#test/support/browser.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import { sharedService } from '#test/support/service.ts'

const price = money(2500n, 'XOF')

describe('pages that keep themselves up to date', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))
  let pending: TransactionId
  before(async () => {
    for (let sold = 0; sold < 24; sold += 1)
      await makePayment(service.database, merchant.live, {
        reference: `S-${sold}`,
        price,
        payer: `Cliente ${sold}`,
        phone: `22901960000${10 + sold}`,
        outcome: success,
      })
    pending = await sellLater('P-1')
  })

  function sellLater(reference: string): Promise<TransactionId> {
    const made = { reference, price, payer: `Cliente ${reference}`, phone: '2290196000077' }
    return makePayment(service.database, merchant.live, made)
  }

  async function opened(path: string): Promise<Visit> {
    // A window of their own: its clock is never again the real one.
    const seen = await visit(desk, { script: 'void 0' })
    await enterPortal(seen, service, { merchant })
    await seen.page.clock.install()
    await seen.open(service.baseUrl + path)
    return seen
  }

  it('the list takes in new rows and new states; scroll, selection and focus stay', async () => {
    const { page, close } = await opened('/portail/transactions')
    const row = page.locator('tr', { hasText: 'Cliente 3' }).last()
    await row.locator('a').focus()
    await page.evaluate(() => window.scrollTo(0, 600))
    await page.evaluate(() => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelectorAll('#lignes tr')[8] as Node)
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    })
    const selected = await selection()
    const top = await topOf()

    await settleTransaction(service.database, outboxOf(service.database), {
      transactionId: pending,
      outcome: success,
    })
    await sellLater('P-2')
    await page.clock.fastForward(10_000)
    await page.waitForSelector('#lignes tr:has-text("Cliente P-2")')

    assert.equal(await page.locator('#lignes tr').count(), 26)
    assert.match(await page.locator('#lignes tr').first().innerText(), /Cliente P-2[^]*En attente/)
    assert.match(await page.locator('tr:has-text("Cliente P-1")').innerText(), /Réussi/)
    assert.match(await page.locator('#sommes').innerText(), /26 opérations/)
    assert.equal(await selection(), selected)
    await eventually(async () => (await topOf()) === top)
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Cliente 3/)
    assert.doesNotMatch(await page.title(), /●/)

    const answer = page.waitForResponse(/depuis=/)
    await page.clock.fastForward(10_000)
    assert.equal((await answer).status(), 204)
    await close()

    async function topOf(): Promise<number> {
      return Math.round((await row.boundingBox())?.y ?? Number.NaN)
    }
    function selection(): Promise<string> {
      return page.evaluate(() => String(getSelection()))
    }
  })

  it('the first page takes in its figures, charts and latest payments; the slider stays where it was', async () => {
    const { page, close } = await opened('/portail?periode=7')
    const slider = page.locator('#curseur-periode')
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    const at = await slider.inputValue()
    assert.match(await page.locator('#resume').innerText(), /62.500/)

    await makePayment(service.database, merchant.live, {
      reference: 'D-1',
      price,
      payer: 'Cliente du soir',
      phone: '2290196000099',
      outcome: success,
    })
    await page.clock.fastForward(30_000)
    await page.waitForSelector('#dernieres:has-text("Cliente du soir")')
    assert.match(await page.locator('#resume').innerText(), /65.000/)
    assert.equal(await slider.inputValue(), at)
    assert.equal(await slider.evaluate((input) => input === document.activeElement), true)
    await page.keyboard.press('ArrowRight')
    assert.match(await page.locator('#courbes output').first().innerText(), /65.000/)
    await close()
  })
})
