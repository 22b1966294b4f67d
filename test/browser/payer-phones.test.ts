import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import type * as Esbuild from 'esbuild'
import type { Page } from 'playwright-core'
import { money } from '#domain/money/money.ts'
import { needBrowser, phone, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { checkWidth } from '#test/support/page-checks.ts'
import { createLink } from '#test/support/payment-links.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { designFiles } from '#web/design/files.ts'

/** In the page: the texts that reach into the margin of the card they stand in. */
const beyondTheirCard = `[...document.querySelectorAll('main .card, main .paper')].flatMap((card) => {
  const right = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight)
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const beyond = []
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    if (range.getBoundingClientRect().right > right + 0.5) beyond.push(texts.currentNode.data)
  }
  return beyond
})`

describe('payers’ pages on the phones that people have', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const tenant = given(() => createTenant(service.database))

  const linkUrl = async (): Promise<string> => {
    const { id } = await createLink(service.database, tenant)
    return `${service.baseUrl}/sandbox/pay/${id}`
  }
  const pay = async (page: Page, ending?: string): Promise<void> => {
    await page.getByLabel('Votre numéro Mobile Money').fill(freshPhone(ending).slice(3))
    await page.getByLabel('Votre nom').fill('Éléonore Adjavon')
    await page.getByLabel('Votre adresse e-mail').fill('eleonore@example.com')
    await page.getByRole('button', { name: 'Payer ' }).click()
  }
  const seen = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()

  it('keep each line of a receipt within its card at 320 px, in both languages', async () => {
    const { id } = await createLink(service.database, tenant, { price: money(1_250_000n, 'XOF') })
    const { page, open, close } = await visit({ name: '320', width: 320, height: 600 })
    await open(`${service.baseUrl}/sandbox/pay/${id}`)
    await pay(page)
    await seen(page, 'Payé (test)')
    for (const language of ['fr', 'en']) {
      await open(`${page.url().split('?', 1)[0]}?langue=${language}`)
      await page.getByText(language === 'fr' ? 'Reçu n°' : 'Receipt no.').waitFor()
      assert.deepEqual(await page.evaluate(beyondTheirCard), [], language)
    }
    await close()
  })

  it('fit in the window where all letters are twice as large', async () => {
    // A window of its own: the size of letters stays with it.
    const { page, open, close } = await visit(phone, { script: '/* large letters */' })
    const session = await page.context().newCDPSession(page)
    const fits = async (): Promise<void> => {
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
      await page.waitForFunction("getComputedStyle(document.documentElement).fontSize === '32px'")
      await checkWidth(page, phone.width)
    }
    await session.send('Page.enable')
    const url = await linkUrl()
    await open(url)
    await fits()
    await pay(page, '0005')
    await seen(page, 'Validez sur votre téléphone')
    await fits()
    await open(url)
    await fits()
    await open(`${url}?moyen=carte`)
    await fits()
    await open(url)
    await pay(page, '0001')
    await seen(page, 'Solde insuffisant')
    await fits()
    await open(url)
    await pay(page)
    await seen(page, 'Payé (test)')
    await fits()
    await page.getByRole('link', { name: 'Vérifier ce reçu' }).click()
    await seen(page, 'Paiement de test')
    await fits()
    await close()
  })

  it('say how long is left after the phone has slept, whose own clock may be a day off', async () => {
    const script = `
      const own = Date.now
      let slept = 0
      Date.now = () => own() + 86400000 + slept
      performance.now = () => 0
      globalThis.sleep = (minutes) => { slept += minutes * 60000 }`
    const { page, open, close } = await visit(phone, { script })
    await open(await linkUrl())
    await pay(page, '0005')
    await page.getByText(/Il reste 1[45]\s?min/).waitFor()
    await page.evaluate('sleep(10)')
    await page.getByText(/Il reste 4\s?min/).waitFor()
    await close()
  })

  it('say what became of a payment though a network holds the stream back without ending it', async () => {
    const script = `
      const own = setInterval
      window.setInterval = (work, ms) => own(work, ms / 20)
      window.EventSource = class extends EventTarget { close() {} }`
    const { page, open, close } = await visit(phone, { script })
    await open(await linkUrl())
    await pay(page)
    await seen(page, 'Payé (test)')
    await close()
  })

  it('show the amount larger than all else where a browser of 2017 leaves out what it does not know', async () => {
    const { page, open, close } = await visit(phone, { script: '/* old style */' })
    await page.route('**/style.*.css', async (route) => {
      const response = await route.fetch()
      const known = (await response.text()).replaceAll(
        /[\w-]+:[^;{}]*\b(?:clamp|min)\([^;{}]*;?/g,
        '',
      )
      await route.fulfill({ response, body: known })
    })
    const sizeOf = (what: string) =>
      page.evaluate<number>(
        `parseFloat(getComputedStyle(document.querySelector('${what}')).fontSize)`,
      )
    await open(await linkUrl())
    const [amount, title] = [await sizeOf('.hero'), await sizeOf('h1')]
    assert.ok(amount > title, `an amount of ${amount} px below a title of ${title}`)
    await page.unroute('**/style.*.css')
    await close()
  })

  it('have a script that browsers of 2017 read: without it, those would not hear of the end of a payment', () => {
    const { transformSync } = createRequire(import.meta.url)('esbuild') as typeof Esbuild
    const file = designFiles().find(({ name }) => name === 'payer.js')
    const code = file?.content.toString() ?? ''
    const [older, same] = ['chrome60', 'esnext'].map(
      (target) => transformSync(code, { target }).code,
    )
    assert.ok(older === same, 'newer syntax is left in it')
  })
})
