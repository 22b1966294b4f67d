import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { money } from '#domain/money/money.ts'
import { givenCheckedScene, refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { createLink, freePrice, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('POST /v2/payment-links/{id}/collections', () => {
  const scene = givenCheckedScene()

  const linkOf = (changes: Partial<NewPaymentLink> = {}) =>
    createLink(scene.service.database, scene.tenant, changes)
  const pay = (id: string, changes: Record<string, unknown> = {}, key?: string) =>
    scene.call(linkPaymentCall(id, changes, key))
  const asMerchant = (path: string) => scene.call({ path, key: scene.tenant.keys.secret })

  it('is accepted without a key, as a pending transaction of the link and its channel', async () => {
    const link = await linkOf()
    const phone = freshPhone()
    const { status, json, headers } = await pay(link.id, { phone })
    assert.equal(status, 202)
    const { data } = json
    scene.keepSecret(data.receipt_token)
    assert.equal(data.status, 'pending')
    assert.equal(data.channel, 'payment_link')
    assert.equal(data.mode, 'sandbox')
    assert.deepEqual(data.payment_link, { id: link.id, title: link.title })
    assert.equal(data.description, link.title)
    assert.equal(data.amount, 1000)
    assert.equal(data.amount_charged, 1020)
    assert.equal(data.provider, 'mtn-benin')
    assert.equal(data.receipt_token.length, 22)
    assert.equal(headers.get('Location'), `/v2/payment-links/${link.id}/transactions/${data.id}`)
    await waitUntilFinal(scene.service, scene.tenant.keys.secret, data.id)
  })

  it('tells payers nothing of the merchant’s money, and masks who pays', async () => {
    const link = await linkOf({ metadata: { order: 'A-17' } })
    const { json } = await pay(link.id, { phone: '2290197001234' })
    scene.keepSecret(json.data.receipt_token)
    assert.ok(!('funds' in json.data) && !('net_amount' in json.data.display))
    assert.deepEqual(json.data.customer, {
      name: 'Awa D.',
      email: 'a•••@example.com',
      phone: '22901••••1234',
    })
    assert.deepEqual(json.data.metadata, {})
    const own = await asMerchant(`/v2/transactions/${json.data.id}`)
    assert.equal(own.json.data.customer.phone, '2290197001234')
    assert.deepEqual(own.json.data.metadata, { order: 'A-17' })
    assert.deepEqual(own.json.data.payment_link, { id: link.id, title: link.title })
    assert.ok(!('receipt_token' in own.json.data))
  })

  it('carries the payer’s answers in the metadata that the merchant reads', async () => {
    const customFields = [
      { key: 'taille', label: 'Taille', type: 'number', required: true },
      { key: 'jour', label: 'Jour de livraison', type: 'date', required: false },
    ] as const
    const link = await linkOf({ customFields, metadata: { order: 'A-17' } })
    const answers = { taille: '42', jour: '2026-12-24' }
    const { json } = await pay(link.id, { custom_fields: answers })
    const own = await asMerchant(`/v2/transactions/${json.data.id}`)
    assert.deepEqual(own.json.data.metadata, { order: 'A-17', ...answers })

    const wrong = await pay(link.id, {
      custom_fields: { jour: 'demain', couleur: 'bleu' },
      customer: undefined,
    })
    assert.equal(wrong.status, 422)
    assert.deepEqual(refusedFields(wrong), {
      customer: 'missing_field',
      'custom_fields.couleur': 'unknown_field',
      'custom_fields.taille': 'missing_field',
      'custom_fields.jour': 'invalid_field',
    })
  })

  it('takes the amount of the payer where the price is free, within the limits of the link', async () => {
    const bounds = { minAmount: money(500n, 'XOF'), maxAmount: money(5000n, 'XOF') }
    const link = await linkOf({ ...freePrice, ...bounds })
    const paid = await pay(link.id, { amount: 750, currency: 'XOF' })
    assert.equal(paid.json.data.amount, 750)
    for (const amount of [499, 5001]) {
      const refused = await pay(link.id, { amount })
      assert.deepEqual(refusalOf(refused), {
        status: 422,
        code: 'amount_out_of_bounds',
        field: 'amount',
      })
      assert.deepEqual(refused.json.error.details.limits, {
        min_amount: 500,
        max_amount: 5000,
        currency: 'XOF',
      })
    }
    assert.deepEqual(refusalOf(await pay(link.id)), {
      status: 422,
      code: 'missing_field',
      field: 'amount',
    })
    for (const amount of [0, -5, '750', 750.5]) {
      const { code } = refusalOf(await pay(link.id, { amount }))
      assert.equal(code, 'invalid_amount')
    }
  })

  it('takes no other amount or currency than those of a fixed price', async () => {
    const link = await linkOf()
    assert.equal((await pay(link.id, { amount: 1000, currency: 'XOF' })).status, 202)
    assert.deepEqual(refusalOf(await pay(link.id, { amount: 5 })), {
      status: 422,
      code: 'payment_link_amount_fixed',
      field: 'amount',
    })
    assert.deepEqual(refusalOf(await pay(link.id, { currency: 'EUR' })), {
      status: 422,
      code: 'currency_not_supported',
      field: 'currency',
    })
  })

  it('charges a link in another currency at the rate of the moment', async () => {
    const link = await linkOf({ price: money(1250n, 'EUR'), currency: 'EUR' })
    const { json } = await pay(link.id)
    assert.equal(json.data.amount, 12.5)
    assert.equal(json.data.currency, 'EUR')
    assert.equal(json.data.charged_currency, 'XOF')
    assert.equal(json.data.amount_charged % 5, 0)
    assert.deepEqual([json.data.exchange.from, json.data.exchange.to], ['EUR', 'XOF'])
  })

  it('refuses what is the merchant’s to say, a payer without a name, and a bad number', async () => {
    const link = await linkOf()
    for (const field of ['reference', 'description', 'metadata', 'channel', 'title']) {
      const refused = await pay(link.id, { [field]: 'x' })
      assert.deepEqual(refusalOf(refused), { status: 422, code: 'unknown_field', field })
    }
    assert.deepEqual(refusalOf(await pay(link.id, { customer: undefined })), {
      status: 422,
      code: 'missing_field',
      field: 'customer',
    })
    assert.deepEqual(refusalOf(await pay(link.id, { phone: '0197001234' })), {
      status: 422,
      code: 'phone_international_required',
      field: 'phone',
    })
    assert.deepEqual(refusalOf(await pay(link.id, { provider: 'orange' })).code, 'invalid_provider')
    assert.deepEqual(
      refusalOf(await pay(link.id, { payment_method: 'direct_debit' })).code,
      'invalid_provider',
    )
  })

  it('demands an idempotency key, and gives the same transaction for the same one', async () => {
    const link = await linkOf({ maxPayments: 1 })
    const key = randomUUID()
    const phone = freshPhone()
    const first = await pay(link.id, { phone }, key)
    assert.equal(first.status, 202)
    scene.keepSecret(first.json.data.receipt_token)
    const again = await pay(link.id, { phone }, key)
    assert.equal(again.status, 202)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('Location'), first.headers.get('Location'))
    const other = await pay(link.id, { phone: freshPhone() }, key)
    assert.deepEqual(refusalOf(other), { status: 409, code: 'idempotency_conflict' })
    const keyless = await scene.call({ ...linkPaymentCall(link.id), headers: {} })
    assert.deepEqual(refusalOf(keyless), { status: 400, code: 'missing_idempotency_key' })

    await waitUntilFinal(scene.service, scene.tenant.keys.secret, first.json.data.id)
    const late = await pay(link.id, { phone }, key)
    assert.equal(late.text, first.text, 'also when the link has been paid since')
  })

  it('keeps the same idempotency key of two links apart', async () => {
    const key = randomUUID()
    const phone = freshPhone()
    const [one, two] = [await linkOf(), await linkOf()]
    const first = await pay(one.id, { phone }, key)
    const second = await pay(two.id, { phone }, key)
    assert.deepEqual([first.status, second.status], [202, 202])
    assert.notEqual(first.json.data.id, second.json.data.id)
  })

  it('is listed among the merchant’s transactions of its channel, and of no other merchant', async () => {
    const { service } = scene
    const [tenant, stranger] = [
      await createTenant(service.database),
      await createTenant(service.database),
    ]
    const link = await createLink(service.database, tenant)
    const { json } = await pay(link.id)
    const list = async (key: string, channel: string) => {
      const answer = await scene.call({ path: `/v2/transactions?channel=${channel}`, key })
      return answer.json.data.map(({ id }: { id: string }) => id)
    }
    assert.deepEqual(await list(tenant.keys.secret, 'payment_link'), [json.data.id])
    assert.deepEqual(await list(tenant.keys.secret, 'api'), [])
    assert.deepEqual(await list(stranger.keys.secret, 'payment_link'), [])
  })

  it('is refused in live mode until an operator is open there, and for what does not exist', async () => {
    const { database } = scene.service
    const live = await createTenant(database, { mode: 'live' })
    const link = await createLink(database, live)
    assert.equal(refusalOf(await pay(link.id)).code, 'provider_unavailable')
    for (const id of [randomUUID(), 'nothing', 'DROP']) {
      assert.deepEqual(refusalOf(await pay(id)), { status: 404, code: 'payment_link_not_found' })
    }
  })
})
