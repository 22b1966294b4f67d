import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { type Call, call, type CallAnswer, collectionCall, eventually } from '#test/support/call.ts'
import { checkoutCall, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { accountsOf, payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import type { ApiHere } from './api-here.ts'
import { openFailpoints, type Place } from './failpoints.ts'
import { assertOneDelivery } from './mailbox.ts'
import { givenScene } from './scene.ts'

const balance = 100_000
const kinds = ['collection', 'reference', 'payout', 'code', 'link', 'endpoint'] as const
type Kind = (typeof kinds)[number]

/** A request whose answer is lost, and where it stands when its API dies. */
interface Lost {
  readonly request: Call
  readonly place: Place
}

describe('an API dies after requests are committed and before they are answered', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))
  /** One of each: who requests two at once waits for the end of the first. */
  const merchants = {} as Record<Kind, Tenant>
  let lost: Readonly<Record<Kind, Lost>>
  let survivor: ApiHere

  before(async () => {
    for (const kind of kinds) merchants[kind] = await createTenant(scene.database)
    merchants.collection = scene.tenant
    const phone = await readyToPayOut(scene.database, merchants.payout, { balance })
    ;[survivor] = await scene.serveHere()
    lost = requestsOf(phone)
    await loseAll()
  })

  it('a collection: its repeat under the same key is the same payment, which ends once and is told once', async () => {
    const id = await repeated('collection')
    assert.equal(await count('collection'), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
    assertOneDelivery(await scene.mailbox.until(id, 1), [1])
  })

  it('a collection: its reference under another key is refused, and names the payment', async () => {
    const again = await call(
      survivor,
      collectionCall(secretOf('reference'), { reference: 'lost-reference' }),
    )
    assert.deepEqual([again.status, again.json.error.code], [409, 'duplicate_reference'])
    const id = String(again.json.error.details.transaction_id)
    assert.equal(await count('reference', ` and id = '${id}'`), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
  })

  it('a payout: its repeat under the same key is the same payout, and is paid once', async () => {
    const id = await repeated('payout')
    assert.equal(await count('payout'), 1)
    assert.deepEqual([...(await scene.untilFinal([id])).values()], ['succeeded'])
    const { available = 0, reserved = 0 } = await accountsOf(scene.database, merchants.payout)
    assert.deepEqual([reserved, balance - available], [0, 1000])
  })

  it('a code of a cash desk: its repeat under the same key is the same code, which can be paid', async () => {
    const id = await repeated('code')
    assert.equal(await count('code'), 1)
    const scanned = await eventually(async () => {
      const answer = await call(survivor, scanCall(id))
      return answer.status !== 503 && answer
    })
    assert.equal(scanned.status, 202, scanned.text)
    await untilCheckout(survivor, { key: secretOf('code'), id }, 'succeeded')
  })

  it('a payment link: its repeat under the same key is the same link', async () => {
    await repeated('link')
    assert.equal(await count('link'), 1)
  })

  it('a webhook endpoint, which takes no key: it is on the list, and a new secret makes it of use', async () => {
    const key = secretOf('endpoint')
    const path = '/v2/webhook_endpoints'
    const { json } = await call(survivor, { path, key })
    const [made, ...others] = json.data.filter((one: { url: string }) => one.url === lostUrl())
    assert.equal(others.length, 0)
    const renewed = await call(survivor, {
      method: 'POST',
      path: `${path}/${made.id}/rotate`,
      headers: { 'Service-Version': '2.6.0' },
      body: { starts: 'now' },
      key,
    })
    assert.equal(renewed.status, 200, renewed.text)
    assert.ok(renewed.json.data.secret)
  })

  afterEach(() => scene.settleDown())

  const secretOf = (kind: Kind): string => merchants[kind].keys.secret
  const lostUrl = () => `https://${scene.mailbox.host}/lost`

  function requestsOf(phone: string): Record<Kind, Lost> {
    const paymentOf = (reference: string): Place => ({
      table: 'transaction',
      at: 'commit',
      when: `new.reference = '${reference}'`,
    })
    const headers = { 'Service-Version': '2.6.0', 'Idempotency-Key': randomUUID() }
    const link = { title: 'lost-link', amount: 1000, currency: 'XOF' }
    const post = (kind: Kind, path: string, body: object): Call => ({
      method: 'POST',
      path,
      key: secretOf(kind),
      body,
    })
    return {
      collection: {
        request: collectionCall(
          secretOf('collection'),
          { reference: 'lost-collection' },
          randomUUID(),
        ),
        place: paymentOf('lost-collection'),
      },
      reference: {
        request: collectionCall(secretOf('reference'), { reference: 'lost-reference' }),
        place: paymentOf('lost-reference'),
      },
      payout: {
        request: payoutCall(secretOf('payout'), { phone, reference: 'lost-payout' }, randomUUID()),
        place: paymentOf('lost-payout'),
      },
      code: {
        request: checkoutCall(secretOf('code'), { description: 'lost-code' }, randomUUID()),
        place: { table: 'checkout', at: 'commit', when: `new.description = 'lost-code'` },
      },
      link: {
        request: { ...post('link', '/v2/payment-links', link), headers },
        place: { table: 'payment_link', at: 'commit', when: `new.title = 'lost-link'` },
      },
      endpoint: {
        request: post('endpoint', '/v2/webhook_endpoints', { url: lostUrl(), events: ['*'] }),
        place: { table: 'webhook_endpoint', at: 'commit', when: `new.url = '${lostUrl()}'` },
      },
    }
  }

  /** Sends all to an API that dies as it commits them, and has the commits go through. */
  async function loseAll(): Promise<void> {
    const doomed = await scene.startApi()
    const all = kinds.map((kind) => lost[kind])
    const commits = await failpoints.holdAll(
      Object.fromEntries(kinds.map((kind) => [kind, lost[kind].place])) as Record<Kind, Place>,
    )
    const answers = all.map(({ request }) => call(doomed, request).catch(() => undefined))
    const early = await Promise.race([
      ...answers,
      Promise.all(kinds.map((kind) => commits[kind].reached())),
    ])
    assert.ok(Array.isArray(early), JSON.stringify(early))
    await doomed.kill()
    for (const answer of answers) assert.equal(await answer, undefined, 'nobody was answered')
    // Nobody knows yet whether it is recorded.
    const meanwhile = await call(survivor, lost.collection.request)
    assert.equal(meanwhile.json.error?.code, 'request_in_progress', meanwhile.text)
    for (const kind of kinds) assert.equal(await count(kind), 0, kind)
    for (const kind of kinds) await commits[kind].letGo()
    for (const kind of kinds) await eventually(async () => (await count(kind)) === 1)
  }

  /** Its id, in the answer that the dead API had recorded. */
  async function repeated(kind: Kind): Promise<string> {
    const answers: CallAnswer[] = []
    for (let time = 0; time < 2; time += 1) answers.push(await call(survivor, lost[kind].request))
    const [first = assert.fail(), second] = answers
    assert.ok(first.status === 202 || first.status === 201, first.text)
    assert.equal(first.headers.get('Idempotent-Replayed'), 'true')
    assert.equal(second?.text, first.text)
    return String(first.json.data.id)
  }

  async function count(kind: Kind, more = ''): Promise<number> {
    const { table, when } = lost[kind].place
    const sql = `select count(*)::int as count from ${table} where ${when.replaceAll('new.', '')}${more}`
    return (await onPool(scene.database.pool).one<{ count: number }>(sql)).count
  }
})
