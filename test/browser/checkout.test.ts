import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { call } from '#test/support/call.ts'
import { desk, looks, needBrowser, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

/** A shop of one page on another site: it lists what the sheet told it. */
async function startShop(service: { readonly baseUrl: string }) {
  let links: readonly string[] = []
  let names = ''
  const page = () => `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Boutique</title>
<link rel="icon" href="data:,"><h1>Boutique</h1>
${links.map((link, at) => `<p><a href="${link}" data-payment-checkout>Payer ${at + 1}</a></p>`).join('')}
<output></output>
<script src="${service.baseUrl}/assets/checkout.js" ${names}></script>
<script>addEventListener("payment-checkout", ({ detail }) => {
  document.querySelector("output").append(JSON.stringify(detail))
})</script></html>`
  const server: Server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(page())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    // Another site than the service, which is called by its number.
    origin: `http://localhost:${port}`,
    sell: (...urls: readonly string[]) => void (links = urls),
    /** What the script of the sheet is told to call it. */
    name: (attributes: string) => void (names = attributes),
    close: () => server.close(),
  }
}

describe('a web shop that sends its customers to our page', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const shop = given(() => startShop(service))

  async function linkFor(origin: string | null): Promise<{ id: string; url: string; key: string }> {
    const { keys } = await createTenant(service.database)
    const { status, json } = await call(service, {
      method: 'POST',
      path: '/v2/payment-links',
      key: keys.secret,
      headers: { 'Service-Version': '2.6.0' },
      body: {
        title: 'Deux pagnes',
        amount: 12_500,
        reference: 'A-17',
        success_url: 'https://shop.example/merci',
        cancel_url: 'https://shop.example/panier',
        origin,
        email_required: false,
      },
    })
    assert.equal(status, 201)
    const { pathname } = new URL(json.data.url)
    return { id: json.data.id, url: service.baseUrl + pathname, key: keys.secret }
  }

  for (const look of looks) {
    it(`opens it as a sheet, is told of its end, and has it closed by the way back: ${look.name}`, async function () {
      this.timeout(240_000)
      const { url, id } = await linkFor(shop.origin)
      shop.sell(url)
      const { page, open, close } = await visit(look)
      await open(shop.origin)
      await page.getByRole('link', { name: 'Payer 1' }).click()
      const sheet = page.frameLocator('iframe')
      await sheet.getByLabel('Votre nom').fill('Éléonore Adjavon')
      await sheet.getByLabel('Votre numéro Mobile Money').pressSequentially(freshPhone().slice(3))
      await sheet.getByRole('button', { name: 'Payer ' }).click()
      await sheet.getByRole('heading', { name: 'Payé (test)' }).waitFor()
      const back = sheet.getByRole('link', { name: 'Retourner sur shop.example' })
      assert.equal(await back.getAttribute('href'), 'https://shop.example/merci?reference=A-17')
      await back.click()
      const told = page.locator('output', { hasText: 'succeeded' })
      await told.waitFor()
      assert.deepEqual(JSON.parse((await told.textContent()) ?? ''), {
        status: 'succeeded',
        link: id,
        reference: 'A-17',
      })
      assert.equal(await page.locator('iframe').count(), 0)
      assert.equal(page.url(), `${shop.origin}/`)
      await close()
    })
  }

  it('is told that nothing was sent where the payer closes the sheet or cancels', async () => {
    const { url } = await linkFor(shop.origin)
    shop.sell(url, url)
    const { page, open, close } = await visit(desk)
    await open(shop.origin)
    const told = page.locator('output')
    await page.getByRole('link', { name: 'Payer 1' }).click()
    await page.frameLocator('iframe').getByLabel('Votre nom').waitFor()
    await page.getByRole('button', { name: 'Fermer le paiement' }).click()
    await page.locator('output', { hasText: 'open' }).waitFor()
    await page.getByRole('link', { name: 'Payer 2' }).click()
    await page.frameLocator('iframe').getByRole('link', { name: 'Annuler et' }).click()
    await page.locator('iframe').waitFor({ state: 'detached' })
    const all = (await told.textContent()) ?? ''
    assert.equal(all.match(/"status":"open"/g)?.length, 2)
    await close()
  })

  it('calls the sheet and its button as the shop says', async () => {
    const { url } = await linkFor(shop.origin)
    shop.sell(url)
    shop.name('data-title="Payment" data-close="Close the payment"')
    const { page, open, close } = await visit(desk)
    await open(shop.origin)
    shop.name('')
    await page.getByRole('link', { name: 'Payer 1' }).click()
    await page.getByRole('dialog', { name: 'Payment', exact: true }).waitFor()
    await page.getByTitle('Payment', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Close the payment' }).click()
    await page.locator('output', { hasText: 'open' }).waitFor()
    await close()
  })

  it('believes no message but that of its own sheet, and may show no link made for another site', async () => {
    const mine = await linkFor(shop.origin)
    const others = await linkFor('https://other.example')
    shop.sell(mine.url, others.url)
    const { page, open, close } = await visit(desk)
    await open(shop.origin)
    await page.getByRole('link', { name: 'Payer 1' }).click()
    await page.frameLocator('iframe').getByLabel('Votre nom').waitFor()
    await page.evaluate(
      `postMessage({ source: 'payment-checkout', type: 'left', status: 'succeeded' }, '*')`,
    )
    await page.getByRole('button', { name: 'Fermer le paiement' }).click()
    await page.locator('output', { hasText: 'open' }).waitFor()
    assert.doesNotMatch((await page.locator('output').textContent()) ?? '', /succeeded/)
    const refused: unknown = await page.evaluate(
      `PaymentCheckout.open('https://evil.example/pay').catch((error) => error.name)`,
    )
    assert.equal(refused, 'TypeError')
    await page.getByRole('link', { name: 'Payer 2' }).click()
    const frame = page.frameLocator('iframe')
    await page.locator('iframe').waitFor()
    assert.equal(await frame.getByLabel('Votre nom').count(), 0)
    await close()
  })

  it('is a plain link without a script', async () => {
    const { url } = await linkFor(shop.origin)
    shop.sell(url)
    const { page, open, close } = await visit(desk, { hasScript: false })
    await open(shop.origin)
    await page.getByRole('link', { name: 'Payer 1' }).click()
    await page.getByRole('heading', { name: 'Deux pagnes' }).waitFor()
    assert.equal(page.url(), url)
    await close()
  })
})
