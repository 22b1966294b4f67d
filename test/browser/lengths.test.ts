import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { needBrowser, phone, visit } from '#test/support/browser.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import { createOrdinaryMerchant } from './ordinary-merchant.ts'
import { uncheckedPages } from './pages.ts'

/** Less than three screens of a phone. */
const lengthMax = 2000

/** Of pages that must be shorter, or are lists of 25 rows under what narrows them. */
const lengthsMax: Readonly<Record<string, number>> = {
  '/portail/soldes': 1600,
  '/portail/transactions': 3000,
  '/portail/webhooks/livraisons': 3000,
}

describe('the length of the portal’s pages on a phone, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createOrdinaryMerchant(api.database))

  it('is less than three screens with the data of an ordinary shop; the balance is two, a list of 25 rows four', async () => {
    const seen = await visit(phone)
    await enterPortal(seen, api, { merchant })
    const lengths: Record<string, number> = {}
    for (const path of pagesAtOnce()) {
      await seen.page.goto(`${api.baseUrl}${path}`)
      lengths[path] = await seen.page.evaluate<number>('document.documentElement.scrollHeight')
    }
    const tooLong = Object.entries(lengths).filter(
      ([path, length]) => length > (lengthsMax[path] ?? lengthMax),
    )
    assert.deepEqual(tooLong, [])
    await seen.close()
  })
})

/** The pages of the portal that are of nothing in particular. */
function pagesAtOnce(): readonly string[] {
  return pagesOf('GET').flatMap(({ path }) =>
    path.startsWith('/portail') && !path.includes(':') && !(path in uncheckedPages) ? [path] : [],
  )
}
