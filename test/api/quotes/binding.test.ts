import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type QuoteId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { readQuoted } from '#use-cases/quotes/take-up.ts'
import { sweep } from '#use-cases/retention/sweep.ts'
import { onPool } from '#db/sql.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { addRate, addTariff } from '#test/support/tariffs.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

const version = { 'Service-Version': '2.6.0' }

describe('a quote that binds', () => {
  let api: ApiAlone
  let tenant: Tenant
  before(async () => {
    api = await startApiAlone({ SANDBOX_CREATIONS_PER_MINUTE: '1000' })
    await addRate(api.database, 'USD', { xofPerUnit: '600' })
  })
  beforeEach(async () => (tenant = await createTenant(api.database, { currency: 'USD' })))
  after(() => api?.stop())

  const asked = { amount: 10, currency: 'USD', provider: 'mtn-benin' }

  async function quote(body: object = {}, key = tenant.keys.secret, headers: object = version) {
    const answer = await call(api, {
      method: 'POST',
      path: '/v2/quotes',
      key,
      body: { ...asked, ...body },
      headers: { ...headers },
    })
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data
  }

  interface Paying {
    readonly key?: string
    readonly again?: string
  }

  function pay(quoteId: string, body: object = {}, { key, again }: Paying = {}) {
    const whole = collectionCall(
      key ?? tenant.keys.secret,
      { ...asked, quote_id: quoteId, ...body },
      again,
    )
    return call(api, { ...whole, headers: { ...whole.headers, ...version } })
  }

  function mustBe(answer: CallAnswer, refusal: string, field?: string): void {
    const { status, code } = refusalOf(answer)
    assert.equal(`${status} ${code}`, refusal, answer.text)
    if (field !== undefined) assert.equal(answer.json.error.details.field, field)
  }

  const changeTerms = (): Promise<void> =>
    addTariff(api.database, tenant, {
      level: 'service',
      kind: 'fixed',
      value: '500',
      payer: 'customer',
    })

  it('is charged as quoted, whatever rate and fees have become', async () => {
    const told = await quote()
    const untilMs = Date.parse(told.expires_at) - Date.parse(told.created_at)
    assert.ok(Math.abs(untilMs - 900_000) < 60_000, told.expires_at)
    await addRate(api.database, 'USD', { xofPerUnit: '660', at: new Date() })
    await changeTerms()
    const paid = await pay(told.id)
    assert.equal(paid.status, 202, paid.text)
    const { amount_charged, fees, exchange, net_amount, display } = paid.json.data
    assert.deepEqual(
      { amount_charged, fees, exchange, net_amount, display },
      {
        amount_charged: told.amount_charged,
        fees: told.fees,
        exchange: told.exchange,
        net_amount: told.net_amount,
        display: told.display,
      },
    )
    assert.equal(exchange.rate, 600)
    const { json } = await call(api, collectionCall(tenant.keys.secret, asked))
    assert.equal(json.data.exchange.rate, 660, 'who names no quote pays by the rate of the moment')
    assert.deepEqual(await checkInvariants(api.database), [])
  })

  it('binds one payment: a second is refused, a repeat of the first is a replay', async () => {
    const { id } = await quote()
    const [key, phone] = [randomUUID(), freshPhone()]
    const first = await pay(id, { phone }, { again: key })
    assert.equal(first.status, 202, first.text)
    const again = await pay(id, { phone }, { again: key })
    assert.deepEqual([again.status, again.json.data.id], [202, first.json.data.id])
    const second = await pay(id)
    mustBe(second, '409 quote_already_used')
    assert.equal(second.json.error.details.transaction_id, first.json.data.id)
  })

  it('lets one of many at once through', async () => {
    const { id } = await quote()
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(id)))
    const accepted = answers.filter(({ status }) => status === 202)
    assert.equal(accepted.length, 1)
    for (const answer of answers.filter(({ status }) => status !== 202)) {
      mustBe(answer, '409 quote_already_used')
    }
  })

  it('is free again where the payment was refused for another reason', async () => {
    const reference = randomUUID()
    assert.equal((await call(api, collectionCall(tenant.keys.secret, { reference }))).status, 202)
    const { id } = await quote()
    mustBe(await pay(id, { reference }), '409 duplicate_reference')
    assert.equal((await pay(id)).status, 202)
  })

  it('is refused for anything that was not quoted', async () => {
    const phone = freshPhone()
    const { id } = await quote({ phone })
    const others: readonly [string, object][] = [
      ['amount', { phone, amount: 10.01 }],
      ['currency', { phone, amount: 1000, currency: 'XOF' }],
      ['provider', { phone: '2290195001234', provider: 'moov-benin' }],
      ['phone', {}],
    ]
    for (const [field, body] of others) mustBe(await pay(id, body), '422 quote_mismatch', field)
    mustBe(
      await pay(id, { phone }, { key: tenant.keys.terminal }),
      '422 quote_mismatch',
      'quote_id',
    )
    assert.equal((await pay(id, { phone })).status, 202, 'none of them has used it up')
  })

  it('of another merchant, of the other mode, or unknown is not there', async () => {
    const { id } = await quote()
    const other = await createTenant(api.database, { currency: 'USD' })
    mustBe(await pay(id, {}, { key: other.keys.secret }), '404 quote_not_found', 'quote_id')
    const live = await createTenant(api.database, { mode: 'live', currency: 'USD' })
    const inLive = { channel: 'api', terminalId: null } as const
    const asked = readQuoted(api.database, asId<QuoteId>(id), {
      type: 'collection',
      seller: { ...inLive, serviceEnvId: live.serviceEnvId, mode: 'live' },
      provider: 'mtn-benin',
      paymentMethod: 'mobile_money',
      price: money(1000n, 'USD'),
      phone: undefined,
    })
    assert.equal(await refusalCode(asked), 'quote_not_found')
    mustBe(await pay(randomUUID()), '404 quote_not_found')
    mustBe(await pay('x'), '422 invalid_field')
    const unkept = await quote({}, tenant.keys.secret, {})
    assert.equal(unkept.expires_at, null)
    mustBe(await pay(unkept.id), '404 quote_not_found')
  })

  it('is over after its time, and forgotten a day later', async () => {
    const { id } = await quote()
    const age = (by: string) =>
      onPool(api.database.pool).rows(
        `update quote set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
         where id = $1`,
        [id, by],
      )
    await age('16 minutes')
    mustBe(await pay(id), '410 quote_expired', 'quote_id')
    await sweep(api.database, api.env.retention)
    mustBe(await pay(id), '410 quote_expired')
    await age('1 day')
    await sweep(api.database, api.env.retention)
    mustBe(await pay(id), '404 quote_not_found')
  })

  it('holds for payouts too, and nothing is charged of one that is refused', async () => {
    const phone = await authorizePhone(api.database, tenant)
    await giveBalance(api.database, tenant, 10_000)
    const body = { type: 'payout', amount: 1000, currency: 'XOF', provider: 'mtn-benin', phone }
    const { id, amount_charged } = await quote(body)
    await addTariff(api.database, tenant, {
      level: 'service',
      type: 'payout',
      kind: 'fixed',
      value: '500',
      payer: 'merchant',
    })
    const send = (changes: object) => {
      const whole = payoutCall(tenant.keys.secret, { phone, quote_id: id, ...changes })
      return call(api, { ...whole, headers: { ...whole.headers, ...version } })
    }
    const another = await authorizePhone(api.database, tenant)
    mustBe(await send({ phone: another }), '422 quote_mismatch', 'phone')
    mustBe(await send({ amount: 1001 }), '422 quote_mismatch', 'amount')
    mustBe(
      await pay(id, { amount: 1000, currency: 'XOF', phone }),
      '422 quote_mismatch',
      'quote_id',
    )
    const answer = await send({})
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.json.data.amount_charged, amount_charged)
    mustBe(await send({}), '409 quote_already_used')
    assert.deepEqual(await checkInvariants(api.database), [])
  })

  it('is named only with the version that added it', async () => {
    const { id } = await quote()
    const answer = await call(api, collectionCall(tenant.keys.secret, { ...asked, quote_id: id }))
    mustBe(answer, '422 unknown_field', 'quote_id')
  })
})
