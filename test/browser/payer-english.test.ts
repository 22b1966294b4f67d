import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { needBrowser, phone, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { createLink } from '#test/support/payment-links.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

/** The page, its style and its script. */
const bytesMax = 20_000

describe('the payment page in English, in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())

  it('is one touch away, as light, and takes a payer to the receipt', async () => {
    const tenant = await createTenant(service.database)
    const { id } = await createLink(service.database, tenant, {
      title: 'Wax cloth, 6 yards',
      description: 'Collect it at the shop, or have it delivered in Cotonou.',
      price: money(12_500n, 'XOF'),
    })
    const { page, open, check, load, close } = await visit(phone)
    assert.equal(await open(`${service.baseUrl}/sandbox/pay/${id}`), 200)
    const { bytes } = await load()
    assert.ok(bytes <= bytesMax, `${bytes} bytes`)
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Pay 12,750' }).waitFor()
    await check('payer-english')
    await page.getByLabel('Your Mobile Money number').pressSequentially(freshPhone('0005').slice(3))
    await page.getByLabel('Your name').fill('Ama Mensah')
    await page.getByLabel('Your e-mail address').fill('ama@example.com')
    await page.getByRole('button', { name: 'Pay 12,750' }).click()
    await page.getByRole('heading', { name: 'Approve on your phone' }).waitFor()
    await check('payer-english-waiting')
    const again = await createLink(service.database, tenant, { title: 'Wax cloth' })
    await open(`${service.baseUrl}/sandbox/pay/${again.id}`)
    await page.getByLabel('Your Mobile Money number').pressSequentially(freshPhone().slice(3))
    await page.getByLabel('Your name').fill('Ama Mensah')
    await page.getByLabel('Your e-mail address').fill('ama@example.com')
    await page.getByRole('button', { name: 'Pay 1,020' }).click()
    await page.getByRole('heading', { name: 'Paid (test)' }).waitFor()
    await check('payer-english-receipt')
    await close()
  })
})
