import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { needBrowser, phone, visit } from '#test/support/browser.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import { createOrdinaryMerchant } from './ordinary-merchant.ts'
import { uncheckedPages } from './pages.ts'

/** A little more than two screens of a phone and a half. */
const lengthMax = 2000

/** Pages that may be longer or must be shorter, with the reason. */
const lengthsMax: Readonly<Record<string, number>> = {
  // What there is, what comes, and what moved last: nobody scrolls for it.
  '/portail/soldes': 1600,
}

describe('the length of the portal’s pages on a phone, in a browser', function () {
  this.timeout(240_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createOrdinaryMerchant(api.database))

  it('is two screens and a half with the data of an ordinary shop, and the balance is two', async () => {
    const seen = await visit(phone)
    await enterPortal(seen, api, { merchant })
    const lengths: Record<string, number> = {}
    for (const path of pagesAtOnce()) {
      await seen.page.goto(`${api.baseUrl}${path}`)
      lengths[path] = await seen.page.evaluate<number>('document.documentElement.scrollHeight')
    }
    if (process.env['LENGTHS']) console.log(lengths)
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
