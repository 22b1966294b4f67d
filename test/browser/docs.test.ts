import assert from 'node:assert/strict'
import { brotliCompressSync } from 'node:zlib'
import { guideNames } from '#api/docs/guides.ts'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'
import { desk, looks, needBrowser, phone, visit } from '#test/support/browser.ts'

const rest = ['/docs', '/docs/en', '/docs/erreurs', '/docs/en/errors', '/docs/sandbox']
/** The largest guide, and the two pages of the reference that people open most. */
const pages = [...rest, '/docs/webhooks', '/docs/en/webhooks', '/docs/reference/collections']
/** What a phone's line of 400 kbit/s carries in less than a second. */
const guideBytesMax = 45_000

describe('the documentation in a browser', () => {
  let api: ApiAlone
  before(async function () {
    this.timeout(60_000)
    needBrowser(this)
    api = await sharedApiAlone()
  })
  after(() => api?.stop())

  for (const look of looks) {
    it(`is without barrier by day and by night: ${look.name}`, async function () {
      this.timeout(180_000)
      for (const path of pages) {
        const { open, check, close } = await visit(look)
        assert.equal(await open(api.baseUrl + path), 200)
        await check(`docs${path.slice('/docs'.length).replaceAll('/', '-')}`)
        await close()
      }
    })
  }

  it('brings a guide in three requests, light enough for a slow line, and nothing in it moves', async function () {
    this.timeout(120_000)
    for (const name of guideNames) {
      const { open, load, page, close } = await visit(phone, { script: watchShifts })
      assert.equal(await open(`${api.baseUrl}/docs/en/${name}`), 200)
      const { requests, bytes } = load()
      assert.ok(requests <= 4 && bytes <= guideBytesMax, `${name}: ${requests}, ${bytes} bytes`)
      assert.equal(await page.evaluate('shifted'), 0, name)
      await close()
    }
  })

  for (const [root, words] of [
    ['/docs', ['signature', 'rembourser', 'idempotency', '0003']],
    ['/docs/en', ['signature', 'refund', 'idempotency', '0003']],
  ] as const) {
    it(`finds ${words.join(', ')} under ${root} as they are typed, and leads there`, async () => {
      for (const word of words) {
        const { open, page, close } = await visit(desk)
        await open(api.baseUrl + root)
        await page.locator('input[type=search]').fill(word)
        const first = page.locator('.found a').first()
        await first.waitFor()
        await first.click()
        await page.waitForLoadState()
        const text = await page.locator('main').textContent()
        assert.match(text?.toLowerCase() ?? '', new RegExp(word))
        await close()
      }
    })
  }

  it('has the index of the search small when packed', async () => {
    for (const root of ['/docs', '/docs/en']) {
      const text = await (await fetch(`${api.baseUrl}${root}/search.json`)).text()
      assert.ok(brotliCompressSync(text).length < 60_000, root)
    }
  })
})

/** Adds up what the browser calls layout shift. */
const watchShifts = `window.shifted = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value
}).observe({ type: 'layout-shift', buffered: true })`
