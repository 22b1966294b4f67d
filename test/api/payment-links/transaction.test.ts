import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('a payment of a link, read without a key', () => {
  const scene = given(() => startApiScene({ SANDBOX_OPERATOR_DELAY: '700ms' }))

  const linkOf = (changes: Partial<NewPaymentLink> = {}) =>
    createLink(scene.service.database, scene.tenant, changes)
  const get = (path: string) => scene.call({ path: `/v2/payment-links/${path}` })

  /** A payment that is paid, with what its creation told. */
  async function paid(changes: Record<string, unknown> = {}) {
    const link = await linkOf()
    const { json } = await scene.call(linkPaymentCall(link.id, changes))
    scene.keepSecret(json.data.receipt_token)
    await waitUntilFinal(scene.service, scene.tenant.keys.secret, json.data.id)
    return { link, id: json.data.id, token: json.data.receipt_token }
  }

  it('is waited for until its final status', async () => {
    const link = await linkOf({ maxPayments: 1 })
    const { json, headers } = await scene.call(linkPaymentCall(link.id))
    scene.keepSecret(json.data.receipt_token)
    const path = headers.get('Location') ?? ''
    assert.equal((await scene.call({ path })).json.data.status, 'pending')
    const waited = await scene.call({ path: `${path}?wait=20` })
    assert.equal(waited.json.data.status, 'succeeded')
    assert.deepEqual(waited.json.data.payment_link, { id: link.id, title: link.title })
    assert.equal((await get(`${link.id}/transactions/${json.data.id}?wait=21`)).status, 422)
  })

  it('tells payers their own outcome alone: masked, without funds, net in the display or token', async () => {
    const { link, id } = await paid({ phone: '2290197005678' })
    const { data } = (await get(`${link.id}/transactions/${id}`)).json
    assert.equal(data.status, 'succeeded')
    assert.deepEqual(data.customer, {
      name: 'Awa D.',
      email: 'a•••@example.com',
      phone: '22901••••5678',
    })
    for (const field of ['funds', 'receipt_token']) assert.ok(!(field in data), field)
    assert.ok(!('net_amount' in data.display))
    assert.deepEqual(data.metadata, {})
  })

  it('makes no payer wait for the waits of the others', async () => {
    const link = await linkOf()
    const payments = await Promise.all(
      Array.from({ length: 4 }, () => scene.call(linkPaymentCall(link.id))),
    )
    const waits = await Promise.all(
      payments.map(({ json }) => get(`${link.id}/transactions/${json.data.id}?wait=5`)),
    )
    for (const { headers, json } of waits) {
      assert.equal(headers.get('Service-Wait'), null)
      assert.equal(json.data.status, 'succeeded')
    }
  })

  it('is 404 by another link, and where it came with a key', async () => {
    const { link, id } = await paid()
    const other = await linkOf()
    const stranger = await createLink(
      scene.service.database,
      await createTenant(scene.service.database),
    )
    const keyed = (await scene.accept()).json.data.id
    const pairs = [
      [other.id, id],
      [stranger.id, id],
      [link.id, keyed],
      [link.id, randomUUID()],
      [link.id, 'x'],
    ]
    for (const [linkId, transaction] of pairs) {
      for (const end of ['', '/receipt']) {
        const answer = await get(`${linkId}/transactions/${transaction}${end}`)
        assert.deepEqual(refusalOf(answer), { status: 404, code: 'transaction_not_found' })
      }
    }
    for (const end of ['', '/receipt']) {
      const answer = await get(`${randomUUID()}/transactions/${id}${end}`)
      assert.deepEqual(refusalOf(answer), { status: 404, code: 'payment_link_not_found' })
    }
  })

  it('has a receipt: masked without its token or with a wrong one, full with it', async () => {
    const { link, id, token } = await paid({ phone: '2290197009876' })
    const path = `${link.id}/transactions/${id}/receipt`
    const other = await paid()
    for (const query of [
      '',
      '?receipt_token=',
      '?receipt_token=wrong',
      `?receipt_token=${other.token}`,
    ]) {
      const { data } = (await get(path + query)).json
      assert.equal(data.customer_details, 'masked')
      assert.equal(data.phone_masked, '22901••••9876')
      assert.deepEqual(
        [data.customer_phone, data.customer_email, data.invoice_url],
        [null, null, null],
      )
      assert.ok(!('net_amount' in data.display))
    }
    const { data } = (await get(`${path}?receipt_token=${token}`)).json
    assert.equal(data.customer_details, 'full')
    assert.equal(data.customer_phone, '2290197009876')
    assert.match(data.invoice_url, /\/factures\//)
    assert.equal(data.channel.code, 'payment_link')
    assert.equal(data.product, link.title)
    const text = (await get(`${path}?format=text&width=48`)).json.data
    assert.equal(text.width, 48)
    assert.ok(text.text.replaceAll('\n', '').endsWith(data.verify_url))
  })

  it('has no receipt before it is paid, nor after it failed', async () => {
    const link = await linkOf()
    const { json } = await scene.call(linkPaymentCall(link.id, { phone: freshPhone('0001') }))
    const path = `${link.id}/transactions/${json.data.id}/receipt`
    const refusal = { status: 404, code: 'receipt_not_found' }
    assert.deepEqual(refusalOf(await get(path)), refusal)
    await waitUntilFinal(scene.service, scene.tenant.keys.secret, json.data.id)
    assert.deepEqual(refusalOf(await get(path)), refusal)
  })
})
