import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import jsqr from 'jsqr'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { money } from '#domain/money/money.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createLink, freePrice, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('GET /v2/payment-links/{id}', () => {
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))

  const linkOf = (changes: Partial<NewPaymentLink> = {}) =>
    createLink(api.database, tenant, changes)
  const read = (id: string) => call(api, { path: `/v2/payment-links/${id}` })
  const setState = (link: PaymentLinkRecord, state: 'inactive' | 'cancelled') =>
    setPaymentLinkState(api.database, { serviceEnvId: tenant.serviceEnvId, id: link.id }, state)

  it('shows anybody what they are asked to pay, for what, to whom and how', async () => {
    const link = await linkOf({
      customFields: [{ key: 'taille', label: 'Taille', type: 'number', required: true }],
      redirectUrl: 'https://boutique.example/merci',
      successMessage: 'À bientôt',
      metadata: { order: 'A-17' },
      maxPayments: 3,
      expiresAt: new Date('2100-01-01T00:00:00Z'),
    })
    const { status, json } = await read(link.id)
    assert.equal(status, 200)
    const { created_at, updated_at, ...data } = json.data
    assert.equal(created_at, updated_at)
    const url = `${api.env.publicUrl}/sandbox/pay/${link.id}`
    assert.deepEqual(data, {
      id: link.id,
      object: 'payment_link',
      mode: 'sandbox',
      kind: 'link',
      title: 'Concert du 12 décembre',
      description: 'Une place debout',
      status: 'active',
      active: true,
      amount: 1000,
      currency: 'XOF',
      min_amount: null,
      max_amount: null,
      reusable: true,
      max_payments: 3,
      payments_count: 0,
      expires_at: '2100-01-01T00:00:00Z',
      collect: { name: true, email: true, phone: true },
      custom_fields: [{ key: 'taille', label: 'Taille', type: 'number', required: true }],
      redirect_url: 'https://boutique.example/merci',
      success_message: 'À bientôt',
      merchant: { public_name: 'Boutique Essai', service_name: 'Boutique Essai', logo_url: null },
      url,
      qr_url: `${url}/qr.svg`,
      display: {
        currency: 'XOF',
        amount: 1000,
        converted: false,
        rate: { value: 1, per_unit: 1, at: null, source: 'origin' },
      },
      metadata: { order: 'A-17' },
    })
  })

  it('has no amount where the price is free, and says when one payment is all it takes', async () => {
    const bounds = { minAmount: money(500n, 'XOF'), maxAmount: money(5000n, 'XOF') }
    const { json } = await read((await linkOf({ ...freePrice, ...bounds, maxPayments: 1 })).id)
    const { amount, display, min_amount, max_amount, reusable } = json.data
    assert.deepEqual(
      [amount, display.amount, min_amount, max_amount, reusable],
      [null, null, 500, 5000, false],
    )
  })

  it('shows a price in another currency in that of the service, converted', async () => {
    const { json } = await read((await linkOf({ price: money(1000n, 'EUR'), currency: 'EUR' })).id)
    assert.equal(json.data.amount, 10)
    assert.equal(json.data.display.currency, 'XOF')
    assert.equal(json.data.display.amount, 6560)
    assert.equal(json.data.display.converted, true)
    assert.equal(json.data.display.rate.source, 'fixed')
  })

  it('reads no key: a wrong one is no obstacle', async () => {
    const { id } = await linkOf()
    const answer = await call(api, { path: `/v2/payment-links/${id}`, key: 'SKSANDBOX_wrong' })
    assert.equal(answer.status, 200)
  })

  it('is 404 payment_link_not_found for what names no link', async () => {
    for (const id of [randomUUID(), 'x', tenant.serviceEnvId]) {
      assert.deepEqual(refusalOf(await read(id)), { status: 404, code: 'payment_link_not_found' })
    }
  })

  it('takes no parameter', async () => {
    const answer = await call(api, { path: `/v2/payment-links/${(await linkOf()).id}?key=1` })
    assert.equal(refusalOf(answer).code, 'unknown_parameter')
  })

  it('is refused on every public route while the link takes no payment, and tells why', async () => {
    const [inactive, cancelled] = [await linkOf(), await linkOf()]
    await setState(inactive, 'inactive')
    await setState(cancelled, 'cancelled')
    const expired = await linkOf({ expiresAt: new Date(Date.now() - 1000) })
    const busy = await linkOf({ maxPayments: 1 })
    assert.equal((await call(api, linkPaymentCall(busy.id))).status, 202)
    const refusals = [
      { link: inactive, status: 410, code: 'payment_link_cancelled' },
      { link: cancelled, status: 410, code: 'payment_link_cancelled' },
      { link: expired, status: 410, code: 'payment_link_expired' },
      { link: busy, status: 409, code: 'payment_link_in_progress' },
    ]
    for (const { link, ...refusal } of refusals) {
      const path = `/v2/payment-links/${link.id}`
      const body = { provider: 'mtn-benin' }
      const answers = [
        await read(link.id),
        await call(api, { path: `${path}/payment-methods` }),
        await call(api, { method: 'POST', path: `${path}/quotes`, body }),
        await call(api, linkPaymentCall(link.id)),
      ]
      for (const answer of answers) assert.deepEqual(refusalOf(answer), refusal)
    }
  })

  it('has its address drawn as a QR code', async () => {
    const { json } = await read((await linkOf()).id)
    const { pathname } = new URL(json.data.qr_url)
    const response = await fetch(api.baseUrl + pathname)
    assert.equal(response.headers.get('Content-Type'), 'image/svg+xml')
    const picture = await response.text()
    assert.equal(readQrCode(picture), json.data.url)
    assert.equal(correctionOf(picture), 'M')
    for (const path of ['/live/pay/x/qr.svg', `/test/pay/${randomUUID()}/qr.svg`]) {
      assert.equal((await fetch(api.baseUrl + path)).status, 404)
    }
  })
})

/** Below the upper left square of a code stand the two bits that tell how much of it may be damaged (ISO/IEC 18004). */
function correctionOf(svg: string): string | undefined {
  const isDark = (x: number): boolean => svg.includes(`M${(4 + x) * 10},${(4 + 8) * 10}h10v10h-10z`)
  const levels = { '11': 'L', '10': 'M', '01': 'Q', '00': 'H' } as const
  return levels[`${isDark(0) ? 1 : 0}${isDark(1) ? 1 : 0}`]
}

const scale = 4

/** What a reader sees in the picture: its dark squares, drawn large. */
function readQrCode(svg: string): string | undefined {
  const [, width = '0'] = /viewBox="0 0 (\d+) \d+"/.exec(svg) ?? []
  const unit = 10
  const size = (Number(width) / unit) * scale
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, x = '', y = ''] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g)) {
    fillSquare(pixels, size, { x: (Number(x) / unit) * scale, y: (Number(y) / unit) * scale })
  }
  return jsqr.default(pixels, size, size)?.data
}

function fillSquare(
  pixels: Uint8ClampedArray,
  size: number,
  at: { readonly x: number; readonly y: number },
): void {
  for (let y = at.y; y < at.y + scale; y += 1) {
    for (let x = at.x; x < at.x + scale; x += 1)
      pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
  }
}
