import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { type Call, call, type CallAnswer, collectionCall, eventually } from '#test/support/call.ts'
import { checkoutCall, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { accountsOf, payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import type { ApiProcess } from '#test/support/processes.ts'
import { openFailpoints, type Place } from './failpoints.ts'
import { assertOneDelivery } from './mailbox.ts'
import { givenScene } from './scene.ts'

const balance = 100_000

describe('an API dies after a request is committed and before it is answered', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))
  let survivor: ApiProcess
  let secret: string
  let phone: string

  before(async () => {
    secret = scene.tenant.keys.secret
    phone = await readyToPayOut(scene.database, scene.tenant, { balance })
    ;[survivor] = await scene.serve()
  })

  it('a collection: its repeat under the same key is the same payment, which ends once and is told once', async () => {
    const reference = 'lost-collection'
    const request = collectionCall(secret, { reference }, randomUUID())
    await lose(request, paymentOf(reference), async () => {
      // Nobody knows yet whether it is recorded.
      const meanwhile = await call(survivor, request)
      assert.equal(meanwhile.json.error?.code, 'request_in_progress', meanwhile.text)
    })
    const id = await repeated(request)
    assert.equal(await count('transaction', `reference = '${reference}'`), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
    assertOneDelivery(await scene.mailbox.until(id, 1), [1])
  })

  it('a collection: its reference under another key is refused, and names the payment', async () => {
    const reference = 'lost-reference'
    await lose(collectionCall(secret, { reference }), paymentOf(reference))
    const again = await call(survivor, collectionCall(secret, { reference }))
    assert.deepEqual([again.status, again.json.error.code], [409, 'duplicate_reference'])
    const id = String(again.json.error.details.transaction_id)
    assert.equal(await count('transaction', `id = '${id}' and reference = '${reference}'`), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
  })

  it('a payout: its repeat under the same key is the same payout, and is paid once', async () => {
    const reference = 'lost-payout'
    const before = await accountsOf(scene.database, scene.tenant)
    const request = payoutCall(secret, { phone, reference }, randomUUID())
    await lose(request, paymentOf(reference))
    const id = await repeated(request)
    assert.equal(await count('transaction', `reference = '${reference}'`), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
    const { available = 0, reserved = 0 } = await accountsOf(scene.database, scene.tenant)
    assert.deepEqual([reserved, (before.available ?? 0) - available], [0, 1000])
  })

  it('a code of a cash desk: its repeat under the same key is the same code, which can be paid', async () => {
    const description = 'lost-code'
    const request = checkoutCall(secret, { description }, randomUUID())
    await lose(request, { table: 'checkout', at: 'commit', when: `new.description = 'lost-code'` })
    const id = await repeated(request)
    assert.equal(await count('checkout', `description = 'lost-code'`), 1)
    const scanned = await eventually(async () => {
      const answer = await call(survivor, scanCall(id))
      return answer.status !== 503 && answer
    })
    assert.equal(scanned.status, 202, scanned.text)
    await untilCheckout(survivor, { key: secret, id }, 'succeeded')
  })

  it('a payment link: its repeat under the same key is the same link', async () => {
    const title = 'lost-link'
    const headers = { 'Service-Version': '2.6.0', 'Idempotency-Key': randomUUID() }
    const body = { title, amount: 1000, currency: 'XOF' }
    const request = { method: 'POST', path: '/v2/payment-links', key: secret, headers, body }
    await lose(request, { table: 'payment_link', at: 'commit', when: `new.title = '${title}'` })
    await repeated(request)
    assert.equal(await count('payment_link', `title = '${title}'`), 1)
  })

  it('a webhook endpoint, which takes no key: it is on the list, and a new secret makes it of use', async () => {
    const url = `https://${scene.mailbox.host}/lost`
    const body = { url, events: ['*'] }
    const path = '/v2/webhook_endpoints'
    const place = { table: 'webhook_endpoint', at: 'commit', when: `new.url = '${url}'` } as const
    await lose({ method: 'POST', path, key: secret, body }, place)
    const { json } = await call(survivor, { path, key: secret })
    const [lost, ...others] = json.data.filter((one: { url: string }) => one.url === url)
    assert.equal(others.length, 0)
    const renewed = await call(survivor, {
      method: 'POST',
      path: `${path}/${lost.id}/rotate`,
      headers: { 'Service-Version': '2.6.0' },
      body: { starts: 'now' },
      key: secret,
    })
    assert.equal(renewed.status, 200, renewed.text)
    assert.ok(renewed.json.data.secret)
  })

  afterEach(() => scene.settleDown())

  const paymentOf = (reference: string): Place => ({
    table: 'transaction',
    at: 'commit',
    when: `new.reference = '${reference}'`,
  })

  /** Sends it to an API that dies as it commits, and has the commit go through; `meanwhile` is done in between. */
  async function lose(request: Call, place: Place, meanwhile = async () => {}): Promise<void> {
    const doomed = await scene.startApi()
    const commit = await failpoints.add(place)
    const answer = call(doomed, request).catch(() => undefined)
    const early = await Promise.race([answer, commit.reached()])
    assert.equal(early, undefined, early?.text)
    await doomed.kill()
    assert.equal(await answer, undefined, 'nobody was answered')
    await meanwhile()
    assert.equal(await count(place.table, place.when.replaceAll('new.', '')), 0)
    await commit.letGo()
    await eventually(
      async () => (await count(place.table, place.when.replaceAll('new.', ''))) === 1,
    )
  }

  /** Its id, in the answer that the dead API had recorded. */
  async function repeated(request: Call): Promise<string> {
    const answers: CallAnswer[] = []
    for (let time = 0; time < 2; time += 1) answers.push(await call(survivor, request))
    const [first = assert.fail(), second] = answers
    assert.ok(first.status === 202 || first.status === 201, first.text)
    assert.equal(first.headers.get('Idempotent-Replayed'), 'true')
    assert.equal(second?.text, first.text)
    return String(first.json.data.id)
  }

  async function count(table: string, where: string): Promise<number> {
    const sql = `select count(*)::int as count from ${table} where ${where}`
    return (await onPool(scene.database.pool).one<{ count: number }>(sql)).count
  }
})
