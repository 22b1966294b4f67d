import assert from 'node:assert/strict'
import { sandboxCards } from '#domain/sandbox/acquirer.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, waitUntilFinal } from '#test/support/call.ts'
import { accepted, byCard, cardCall, cards, debitCall, visit } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { open, startWebhookScene } from './webhook-scene.ts'

describe('a payment by card or direct debit goes from the API to its end', function () {
  this.timeout(240_000)

  before(needsOpenssl)
  const scene = given(() => startWebhookScene({ COLLECTION_EXPIRY: '6s' }))
  const tenant = given(() => createTenant(scene.database))
  booksHoldAfterEach(() => scene.database)

  const end = ({ id }: { readonly id: string }) => waitUntilFinal(scene, tenant.keys.secret, id)
  const endOf = async (made: { readonly id: string }): Promise<readonly string[]> => {
    const { status, failure, next_action: next } = await end(made)
    assert.equal(next, null, 'nobody is asked once it is over')
    return failure === null ? [status] : [status, failure.code]
  }
  const receiptOf = async (id: string) => {
    const path = `/v2/transactions/${id}/receipt`
    const json = await call(scene, { path, key: tenant.keys.secret })
    const text = await call(scene, {
      path: `${path}?format=text&width=32`,
      key: tenant.keys.secret,
    })
    return { receipt: json.json.data, text: text.json.data.text as string }
  }

  const ends: Readonly<Record<string, readonly string[]>> = {
    card_declined: ['failed', 'card_declined'],
    insufficient_funds: ['failed', 'insufficient_funds'],
    expired_card: ['failed', 'expired_card'],
    lost_card: ['failed', 'lost_card'],
    processing_error: ['failed', 'operator_error'],
    payer_authenticates: ['expired', 'approval_timeout'],
  }
  for (const { number, scenario } of sandboxCards) {
    const expected = ends[scenario] ?? ['succeeded']
    it(`the card ${number} ends ${expected.join(' ')}`, async () => {
      const made = await accepted(scene, cardCall(tenant.keys.secret, number))
      assert.deepEqual(await endOf(made), expected)
    })
  }

  it('a card that nobody lists succeeds, as any number does', async () => {
    const made = await accepted(scene, cardCall(tenant.keys.secret, '4111111111111111'))
    assert.deepEqual(await endOf(made), ['succeeded'])
  })

  for (const [decision, expected] of [
    ['accepted', ['succeeded']],
    ['refused', ['failed', 'authentication_failed']],
  ] as const) {
    it(`a holder asked by the bank answers ${decision}: ${expected.join(' ')}`, async () => {
      const made = await accepted(scene, cardCall(tenant.keys.secret, cards.challenged))
      assert.equal((await visit(scene, made.next_action.url)).status, 200)
      const answered = await visit(scene, made.next_action.url, decision)
      assert.equal(answered.status, 303)
      assert.deepEqual(await endOf(made), expected)
    })
  }

  it('a link of one use is paid by the card whose holder agrees, after one that was declined', async () => {
    const link = await createLink(scene.database, tenant, { maxPayments: 1 })
    const declined = await accepted(scene, linkPaymentCall(link.id, byCard(cards.declined)))
    assert.deepEqual(await endOf(declined), ['failed', 'card_declined'])
    const made = await accepted(scene, linkPaymentCall(link.id, byCard(cards.challenged)))
    await visit(scene, made.next_action.url, 'accepted')
    assert.deepEqual(await endOf(made), ['succeeded'])
    const path = `/v2/payment-links/${link.id}`
    const payment = `${path}/transactions/${made.id}`
    const read = await call(scene, { path: payment })
    assert.deepEqual([read.json.data.status, read.json.data.next_action], ['succeeded', null])
    const receipt = await call(scene, { path: `${payment}/receipt` })
    assert.equal(receipt.json.data.payment_method.label, 'Carte Visa •••• 3220')
    const closed = await call(scene, { path })
    assert.equal(closed.json.error.code, 'payment_link_already_paid')
  })

  it('a direct debit ends as its number says, or as the payer says on the page of the bank', async () => {
    const { secret } = tenant.keys
    const debit = (ending?: string) => accepted(scene, debitCall(secret, freshPhone(ending)))
    assert.deepEqual(await endOf(await debit()), ['succeeded'])
    assert.deepEqual(await endOf(await debit('0001')), ['failed', 'insufficient_funds'])
    assert.deepEqual(await endOf(await debit('0002')), ['failed', 'payer_rejected'])
    const agreed = await debit('0012')
    await visit(scene, agreed.next_action.url, 'accepted')
    assert.deepEqual(await endOf(agreed), ['succeeded'])
    const declined = await debit('0012')
    await visit(scene, declined.next_action.url, 'refused')
    assert.deepEqual(await endOf(declined), ['failed', 'payer_rejected'])
    const { receipt } = await receiptOf(agreed.id)
    assert.equal(receipt.payment_method.label, 'Prélèvement bancaire')
  })

  it('its webhook and its receipt tell the card by network and last digits', async () => {
    const endpoint = await scene.createEndpoint(tenant, '/card', { events: ['payment.success'] })
    const made = await accepted(scene, cardCall(tenant.keys.secret, cards.mastercard))
    await end(made)
    const [received] = await scene.arrived('/card', 1)
    const { event, data } = await open(received, endpoint.secret)
    assert.equal(event, 'payment.success')
    const { provider, method, network } = data['payment'] as Record<string, unknown>
    assert.deepEqual([provider, method, network], ['card-sandbox', 'CARD', 'mastercard'])
    assert.deepEqual((data['customer'] as Record<string, unknown>)['phone'], null)
    const { receipt, text } = await receiptOf(made.id)
    const label = 'Carte Mastercard •••• 4444'
    assert.deepEqual(receipt.payment_method, { type: 'card', network: 'mastercard', label })
    assert.deepEqual([receipt.customer_phone, receipt.phone_masked], [null, null])
    assert.ok(text.includes(label))
  })
})
