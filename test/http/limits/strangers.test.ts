import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const perLink = 6
const perAddress = 4
const perMerchant = 3
const perNumber = 2

describe('strangers', () => {
  const api = given(() =>
    startApiAlone({
      TRUST_PROXY_HOPS: '1',
      FRAUD_REQUESTS_PER_LINK_PER_MINUTE: `${perLink}`,
      FRAUD_REQUESTS_PER_LINK_AND_ADDRESS_PER_MINUTE: `${perAddress}`,
      FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE: `${perMerchant}`,
      FRAUD_PENDING_PER_NUMBER: `${perNumber}`,
    }),
  )
  const tenant = givenEach(() => createTenant(api.database))

  function pay(linkId: string, { from = '198.51.100.1', phone = freshPhone() } = {}) {
    const payment = linkPaymentCall(linkId, { phone })
    return call(api, { ...payment, headers: { ...payment.headers, 'X-Forwarded-For': from } })
  }

  function sell(key: string, body: object = {}): Promise<CallAnswer> {
    return call(api, collectionCall(key, { phone: freshPhone(), ...body }))
  }

  async function payOut(): Promise<CallAnswer> {
    const phone = await authorizePhone(api.database, tenant)
    await giveBalance(api.database, tenant, 10_000)
    return call(api, payoutCall(tenant.keys.secret, { phone, amount: 1000 }))
  }

  const whose: Readonly<Record<string, string>> = {
    phone_number: 'ce numéro de téléphone',
    link: 'ce lien de paiement',
    merchant: 'ce marchand',
  }

  function mustBeLimited(answer: CallAnswer, limit: string): void {
    assert.deepEqual(refusalOf(answer), { status: 429, code: 'rate_limited' }, answer.text)
    assert.equal(answer.json.error.details.limit, limit)
    assert.ok(answer.json.error.message.startsWith(`Trop de requêtes pour ${whose[limit]}. `))
    assert.ok(Number(answer.headers.get('Retry-After')) >= 1)
  }

  const statuses = (answers: readonly CallAnswer[]) => answers.map(({ status }) => status)

  it('who flood one link from many addresses cost that link alone', async () => {
    const [flooded, other] = [
      await createLink(api.database, tenant),
      await createLink(api.database, tenant),
    ]
    const flood = []
    for (let at = 0; at < perLink * 3; at += 1) {
      flood.push(await pay(flooded.id, { from: `198.51.100.${at}` }))
    }
    assert.equal(flood.filter(({ status }) => status === 202).length, perLink)
    mustBeLimited(await pay(flooded.id, { from: '203.0.113.9' }), 'link')
    assert.equal((await pay(other.id, { from: '203.0.113.9' })).status, 202)
    assert.equal((await sell(tenant.keys.secret)).status, 202)
    assert.equal((await sell(tenant.keys.public)).status, 202)
    assert.equal((await payOut()).status, 202)
  })

  it('at one address are stopped before the link is, which others go on to pay', async () => {
    const { id } = await createLink(api.database, tenant)
    const answers = []
    for (let at = 0; at < perAddress; at += 1) answers.push(await pay(id))
    assert.deepEqual(
      statuses(answers),
      Array.from({ length: perAddress }, () => 202),
    )
    for (let at = 0; at < perLink; at += 1) mustBeLimited(await pay(id), 'link')
    assert.equal((await pay(id, { from: '198.51.100.2' })).status, 202)
  })

  it('with the public key leave room for the merchant’s own sales and payouts', async () => {
    const answers = []
    for (let at = 0; at < perMerchant; at += 1) answers.push(await sell(tenant.keys.public))
    assert.deepEqual(
      statuses(answers),
      Array.from({ length: perMerchant }, () => 202),
    )
    mustBeLimited(await sell(tenant.keys.public), 'merchant')
    assert.equal((await sell(tenant.keys.terminal)).status, 202)
    assert.equal((await sell(tenant.keys.secret)).status, 202)
    assert.equal((await payOut()).status, 202)
  })

  it('cannot keep a payout back by sales, whoever makes them', async () => {
    for (let at = 0; at < perMerchant; at += 1) await sell(tenant.keys.secret)
    mustBeLimited(await sell(tenant.keys.secret), 'merchant')
    assert.equal((await payOut()).status, 202)
  })

  it('who ask one number keep nobody else from asking it', async () => {
    const [link, other] = [
      await createLink(api.database, tenant),
      await createLink(api.database, tenant),
    ]
    const phone = freshPhone('0005')
    for (let at = 0; at < perNumber; at += 1) {
      assert.equal((await pay(link.id, { phone })).status, 202)
    }
    mustBeLimited(await pay(link.id, { phone }), 'phone_number')
    assert.equal((await pay(other.id, { phone })).status, 202)
    assert.equal((await sell(tenant.keys.public, { phone })).status, 202)
    for (let at = 0; at < perNumber; at += 1) {
      assert.equal((await sell(tenant.keys.secret, { phone })).status, 202)
    }
    mustBeLimited(await sell(tenant.keys.secret, { phone }), 'phone_number')
  })

  it('together ask one number no more than four times as often as one link may', async () => {
    const phone = freshPhone('0005')
    for (let at = 0; at < perNumber * 4; at += 1) {
      const { id } = await createLink(api.database, tenant)
      assert.equal((await pay(id, { phone, from: `198.51.100.${at}` })).status, 202)
    }
    const { id } = await createLink(api.database, tenant)
    mustBeLimited(await pay(id, { phone, from: '203.0.113.9' }), 'phone_number')
    assert.equal((await sell(tenant.keys.secret, { phone })).status, 202)
  })

  it('take no reference from the merchant, who takes theirs', async () => {
    const reference = randomUUID()
    const { secret, public: publicKey } = tenant.keys
    const planted = await sell(publicKey, { reference })
    assert.equal(planted.status, 202)
    const again = await sell(publicKey, { reference })
    assert.equal(refusalOf(again).code, 'duplicate_reference')
    const made = await sell(secret, { reference })
    assert.equal(made.status, 202, made.text)
    for (const key of [secret, publicKey]) {
      const late = await sell(key, { reference })
      assert.equal(refusalOf(late).code, 'duplicate_reference')
      assert.equal(late.json.error.details.transaction_id, made.json.data.id)
    }
  })
})
