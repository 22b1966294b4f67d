import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, phone, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'

const pages = {
  fr: [
    '',
    '/quickstart',
    '/webhooks',
    '/libraries',
    '/reference/collections',
    '/erreurs',
    '/sandbox',
  ],
  en: [
    '',
    '/quickstart',
    '/webhooks',
    '/limits',
    '/reference/payment-links',
    '/errors',
    '/sandbox',
  ],
} as const
const roots = { fr: '/docs', en: '/docs/en' } as const
/** What is typed, and the page that it is to lead to. */
const searched = {
  fr: {
    signature: '/webhooks',
    rembourser: '/refunds',
    idempotency: '/idempotency',
    '0003': '/testing',
    invalid_provider: '/erreurs',
  },
  en: {
    signature: '/webhooks',
    refund: '/refunds',
    idempotency: '/idempotency',
    '0003': '/testing',
    invalid_provider: '/errors',
  },
} as const
/** What a developer asks in whole sentences, and where the first answer is. */
const asked = {
  fr: {
    'comment savoir qu’un paiement est définitif ?': 'comment-savoir-qu-un-paiement-est-definitif',
    'que se passe-t-il si mon webhook est en panne deux jours ?':
      'que-se-passe-t-il-si-mon-webhook-est-en-panne-deux-jours',
    'de quelles IP viennent les webhooks ?': 'de-quelles-adresses-ip-viennent-les-webhooks',
    'puis-je annuler un retrait ?': 'peut-on-annuler-un-paiement-ou-un-retrait',
    'qu’est-ce qu’un désaccord ?': 'qu-est-ce-qu-un-desaccord',
  },
  en: {
    'how do I know a payment is final?': 'how-do-i-know-that-a-payment-is-final',
    'what happens if my webhook endpoint is down for two days?':
      'what-happens-if-my-webhook-endpoint-is-down-for-two-days',
    'what IPs do webhooks come from': 'from-which-ip-addresses-do-webhooks-come',
    'can I cancel a payout?': 'can-i-cancel-a-payment-or-a-payout',
    'reconciling one day': 'how-do-i-reconcile-a-day',
  },
} as const
const languages = ['fr', 'en'] as const

/** What moved after it was first shown; a page that is read must not. */
const noteShifts = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts.push(
      entry.value.toFixed(4) + ' ' + entry.sources.map(({ node }) => node?.nodeName + '.' + node?.className).join(' '))
  }).observe({ type: 'layout-shift', buffered: true })`

describe('the documentation in a browser', function () {
  this.timeout(180_000)
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  before(async () => {
    // It is made when it is first asked for.
    await fetch(`${api.baseUrl}/docs`)
  })

  for (const look of looks) {
    for (const language of languages) {
      it(`is without barrier, stands still and asks for nothing that is not there: ${language} ${look.name}`, async () => {
        const { open, check, close, page } = await visit(look, { script: noteShifts })
        for (const path of pages[language]) {
          assert.equal(await open(api.baseUrl + roots[language] + path), 200)
          assert.deepEqual(await page.evaluate('window.shifts'), [], path)
          await check(`docs-${language}${path.replaceAll('/', '-')}`)
        }
        await close()
      })

      it(`finds ${Object.keys(searched[language]).join(', ')} and leads there: ${language} ${look.name}`, async () => {
        const { open, close, page } = await visit(look)
        for (const [word, path] of Object.entries(searched[language])) {
          await open(api.baseUrl + roots[language])
          await page.getByRole('searchbox').fill(word)
          const first = page.locator('.found a').first()
          await first.waitFor()
          await page.keyboard.press('Enter')
          await page.waitForURL((url) => url.pathname === roots[language] + path)
          const text = (await page.locator('main').innerText()).toLowerCase()
          assert.ok(text.includes(word), `${word} is not at ${page.url()}`)
        }
        await page.getByRole('searchbox').fill('xyzzy')
        await page.locator('.found .none').waitFor()
        await close()
      })
    }
  }

  for (const language of languages) {
    it(`answers a question in whole sentences: ${language}`, async () => {
      const { open, close, page } = await visit(phone)
      await open(api.baseUrl + roots[language])
      for (const [question, answer] of Object.entries(asked[language])) {
        await page.getByRole('searchbox').fill(question)
        const href = `${roots[language]}/questions#${answer}`
        await page.locator(`.found li:first-child a[href="${href}"]`).waitFor({ timeout: 10_000 })
      }
      await close()
    })
  }

  for (const look of looks) {
    it(`stands still while a line brings it piece by piece: ${look.name}`, async () => {
      const { close, page } = await visit(look, { script: noteShifts })
      const line = await slowLine(api.baseUrl)
      for (const path of ['/docs/webhooks', '/docs/reference/collections']) {
        await page.goto(line.url + path, { waitUntil: 'commit' })
        await page.waitForFunction('performance.getEntriesByType("paint").length > 0')
        line.bringTheRest()
        await page.waitForLoadState('networkidle')
        assert.ok((await page.locator('main').innerText()).length > 1000)
        assert.deepEqual(await page.evaluate('window.shifts'), [], path)
      }
      await close()
      await line.close()
    })
  }

  it('says in its own look and language what is not there, to people alone', async () => {
    for (const [path, title] of [
      ['/docs/rien', 'Page introuvable'],
      ['/docs/en/nothing', 'Page not found'],
    ] as const) {
      const { open, check, close, page } = await visit(phone, { script: noteShifts })
      assert.equal(await open(api.baseUrl + path), 404)
      assert.equal(await page.locator('h1').innerText(), title)
      await page.getByRole('searchbox').fill('webhooks')
      await page.locator('.found a').first().waitFor()
      await page.getByRole('searchbox').fill('')
      await check(`docs-404-${title}`)
      await close()
      const { status, headers } = await fetch(api.baseUrl + path)
      assert.deepEqual(
        [status, headers.get('Content-Type')],
        [404, 'application/json; charset=utf-8'],
      )
    }
  })

  it('is small: a guide is read in a few requests and few bytes by a phone', async () => {
    for (const path of ['/docs/quickstart', '/docs/en/webhooks']) {
      const { open, load, close, page } = await visit(phone)
      const session = await page.context().newCDPSession(page)
      // What Lighthouse takes for a slow phone: 1.6 Mbit/s, 150 ms there and back.
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 200_000,
        uploadThroughput: 94_000,
      })
      await open(api.baseUrl + path)
      const painted = await page.evaluate<number>(
        `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
      )
      const { requests, bytes } = await load()
      console.log(
        `      ${path}: ${requests} requests, ${bytes} bytes, painted at ${Math.round(painted)} ms`,
      )
      // Page, style, script, mark and letters; and the mark once more, for the tab.
      assert.ok(requests <= 6, `${requests} requests`)
      assert.ok(bytes < 41_500, `${bytes} bytes`)
      await session.detach()
      await close()
    }
  })

  it('copies code, and tries a call with a test key alone', async () => {
    const { open, close, page } = await visit(phone)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(`${api.baseUrl}/docs/en/reference/session`)
    await page.locator('.sample .copy').first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /^curl -s .*\/v2\/session/)
    await page.getByText('Try it with a sandbox key').click()
    await page.getByLabel('Your sandbox key').fill('SKLIVE_0123456789')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.try pre', { hasText: 'SKSANDBOX_…' }).waitFor()
    await page.getByLabel('Your sandbox key').fill('SKSANDBOX_0123456789')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.try pre', { hasText: 'invalid_api_key' }).waitFor()
    await close()
  })
})

/** A way to the service that brings a page up to its title, and the rest when that is asked for. */
async function slowLine(baseUrl: string) {
  let rest = Promise.withResolvers<void>()
  const bring = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(baseUrl + request.url)
    const type = answer.headers.get('Content-Type') ?? ''
    const text = await answer.text()
    response.writeHead(answer.status, { 'Content-Type': type })
    const title = text.indexOf('</h1>')
    if (title < 0 || answer.status !== 200) return void response.end(text)
    const cut = title + '</h1>'.length
    response.write(text.slice(0, cut))
    await rest.promise
    rest = Promise.withResolvers()
    response.end(text.slice(cut))
  }
  const server = createServer((request, response) => void bring(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bringTheRest: () => rest.resolve(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
