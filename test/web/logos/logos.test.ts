import assert from 'node:assert/strict'
import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { linkTerms } from '#test/support/payment-links.ts'
import { createKey } from '#test/support/tenant.ts'
import { payFor } from '#test/support/paid.ts'
import { jpegOf, pngOf } from '#test/support/pictures.ts'

describe('merchants’ logos', () => {
  let serviceId: string

  const api = given(() => sharedApiAlone())
  const paid = given(() => payFor(api, { mode: 'live' }))
  before(() => {
    serviceId = paid.merchant.serviceId
  })

  it('are served for good, to every site, as pictures and as nothing else', async () => {
    for (const [bytes, type] of [
      [jpegOf(), 'image/jpeg'],
      [pngOf(), 'image/png'],
    ] as const) {
      const path = await setServiceLogo(api.database, serviceId, bytes)
      const answer = await fetch(api.baseUrl + path)
      assert.deepEqual([answer.status, Buffer.from(await answer.arrayBuffer())], [200, bytes])
      const headers = {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Access-Control-Allow-Origin': '*',
        'Content-Security-Policy': "default-src 'none'",
      }
      for (const [name, value] of Object.entries(headers)) {
        assert.equal(answer.headers.get(name), value, name)
      }
    }
  })

  it('stand on the verification page, and initials where there is none', async () => {
    const page = async () => (await fetch(`${api.baseUrl}/verification/${paid.verifyCode}`)).text()
    // A picture of this test alone: an address names what is in it, whoever has it.
    const path = await setServiceLogo(api.database, serviceId, pngOf({ width: 131, height: 137 }))
    assert.ok((await page()).includes(`<img src="${path}"`))
    await setServiceLogo(api.database, serviceId, null)
    const without = await page()
    assert.ok(!without.includes('<img') && without.includes('>TF</span>'))
    assert.equal((await fetch(api.baseUrl + path)).status, 404)
  })

  it('are named by receipts and by payment links', async () => {
    const path = await setServiceLogo(api.database, serviceId, pngOf())
    const { serviceEnvId, id } = paid.transaction
    const link = await createPaymentLink(api.database, serviceEnvId, linkTerms())
    const shown = await call(api, { path: `/v2/payment-links/${link.id}` })
    assert.equal(shown.json.data.merchant.logo_url, api.env.publicUrl + path)
    const key = await createKey(api.database, { ...paid.merchant, collaboratorId: '' }, 'secret')
    const receipt = await call(api, { path: `/v2/transactions/${id}/receipt`, key })
    assert.equal(receipt.json.data.merchant.logo_url, api.env.publicUrl + path)
  })

  it('are found under their whole name alone', async () => {
    const path = (await setServiceLogo(api.database, serviceId, pngOf())) ?? ''
    const others = [
      path.replace('.png', '.jpg'),
      path.replace('.png', ''),
      path.replace('.png', '.svg'),
      path.toUpperCase().replace('/LOGOS', '/logos'),
      `/logos/${'0'.repeat(64)}.png`,
      '/logos/..%2fmain.ts',
    ]
    for (const other of others) {
      const { status, headers } = await fetch(api.baseUrl + other)
      assert.equal(status, 404, other)
      assert.equal(headers.get('Cache-Control'), 'no-store', other)
    }
  })
})
