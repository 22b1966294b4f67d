import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { desk, type Look, needBrowser, phone, visit } from '#test/support/browser.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'

/** A phone whose reader magnifies everything twice. */
const magnified: Look = { ...phone, width: 180, height: 370 }

/** Between a tablet and a desk, where a table has its columns for the first time. */
const narrowDesks = [960, 1024]

describe('the portal where there is little room, in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const rich = given(() => createPortalMerchant(api.database))
  before(() => makePayment(api.database, merchant.live, { outcome: success }))
  before(() =>
    makePayment(api.database, rich.live, {
      reference: 'CMD-2026-0001',
      price: money(123_456_789_012n, 'XOF'),
      payer: 'Rachidatou Abiola Bio Séko Houngbédji',
      outcome: success,
    }),
  )

  async function at(look: Look, who: PortalMerchant) {
    const seen = await visit(look)
    await enterPortal(seen, api, { merchant: who })
    const open = async (path: string) =>
      assert.equal(await seen.open(`${api.baseUrl}/portail${path}`), 200)
    const excess = () =>
      seen.page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
    return { ...seen, open, excess }
  }

  it('a phone that magnifies twice shows every page of the bar, the last one too, and scrolls to no side', async () => {
    const { page, open, excess, close } = await at(magnified, merchant)
    for (const path of ['/transactions', '/soldes', '/soldes/mouvements', '/soldes/frais']) {
      await open(path)
      assert.equal(await excess(), 0, path)
      const last = await page.locator('.bar > .fold > summary').boundingBox()
      assert.ok(last && last.x + last.width <= magnified.width, `${path}: ${last?.x}`)
    }
    await page.locator('.bar > .fold > summary').click()
    await page.locator('.bar .menu a:text-is("Liens de paiement")').click()
    await page.waitForURL('**/portail/liens')
    await close()
  })

  it('the movements fit with amounts of twelve digits and a long name', async () => {
    const { page, open, excess, close } = await at(desk, rich)
    for (const width of narrowDesks) {
      await page.setViewportSize({ width, height: desk.height })
      await open('/soldes/mouvements')
      assert.equal(await excess(), 0, `${width} px`)
    }
    await page.setViewportSize(desk)
    await close()
  })
})
