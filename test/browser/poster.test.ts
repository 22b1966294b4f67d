import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { needBrowser, phone, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { sheetsOf, sizesOnPaper } from '#test/support/paper.ts'
import { createLink } from '#test/support/payment-links.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'

/** A4 without the margins of a poster. */
const insideMm = { width: 194, height: 281 }

describe('a poster, in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())

  it('fills its sheet, with a code 15 cm wide, however long its title', async () => {
    const merchant = await createPortalMerchant(api.database)
    const visited = await visit(phone)
    const { page, open, close } = visited
    await enterPortal(visited, api, { merchant, mode: 'test' })
    for (const title of ['Panier', 'Légumes et fruits du marché, '.repeat(5).slice(0, 119)]) {
      const terms = { title, price: money(12_500n, 'XOF') }
      const { id } = await createLink(api.database, merchant.test, terms)
      assert.equal(await open(`${api.baseUrl}/portail/liens/${id}/affiche`), 200)
      assert.equal(await sheetsOf(page), 1, title)
      const [code, poster] = await sizesOnPaper(page, insideMm.width, ['.poster .qr', '.poster'])
      assert.ok(code && Math.abs(code.width - 150) < 1, `${code?.width} mm wide`)
      const filled = (poster?.height ?? 0) / insideMm.height
      assert.ok(filled > 0.75 && filled <= 1, `${Math.round(filled * 100)} % of the sheet`)
    }
    await close()
  })
})
