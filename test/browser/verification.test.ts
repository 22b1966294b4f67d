import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { payFor } from '#test/support/paid.ts'
import { operatorSays } from '#test/use-cases/closings/closings.ts'

describe('the verification page in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const live = given(() => payFor(api, { mode: 'live' }))
  const test = given(() => payFor(api, { mode: 'sandbox' }))

  const denied = given(async () => {
    const paid = await payFor(api, { mode: 'live' })
    assert.ok(await operatorSays(api, { transactionId: paid.transaction.id }, 'not_paid'))
    return paid
  })

  for (const look of looks) {
    it(`is light, and without barrier, for a live and for a test payment: ${look.name}`, async () => {
      const { open, check, load, close, page } = await visit(look)
      const url = `${api.baseUrl}/verification`
      assert.equal(await open(`${url}/${live.verifyCode}`), 200)
      const { requests, bytes } = await load()
      assert.ok(requests <= 4, `${requests} requests`)
      assert.ok(bytes < 10_000, `${bytes} bytes`)
      assert.equal(await page.locator('h1').textContent(), 'Paiement authentique')
      await check('verification-reel')
      await open(`${url}/${test.verifyCode}`)
      await check('verification-test')
      await close()
    })

    it(`shows that the operator has denied the payment since: ${look.name}`, async () => {
      const { open, check, close, page } = await visit(look)
      assert.equal(await open(`${api.baseUrl}/verification/${denied.verifyCode}`), 200)
      assert.equal(await page.locator('h1').textContent(), 'Paiement annulé par l’opérateur')
      await check('verification-annulee')
      await close()
    })

    it(`shows that a receipt is not found: ${look.name}`, async () => {
      const { open, check, close } = await visit(look)
      assert.equal(await open(`${api.baseUrl}/verification/${live.verifyCode.slice(1)}`), 404)
      await check('verification-introuvable')
      await close()
    })
  }

  checksItsPages('verification')
})
