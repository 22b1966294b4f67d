import assert from 'node:assert/strict'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { operators } from '#domain/operators/operators.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createLink, freePrice, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('the price of a payment link', () => {
  const api = given(() => startApiAlone())
  const tenant = given(() => createTenant(api.database))
  before(async () => {
    await onPool(api.database.pool).rows(
      'update service_env set exchange_margin_percent = 2, exchange_fee_percent = 1 where id = $1',
      [tenant.serviceEnvId],
    )
    await onPool(api.database.pool).rows(
      `insert into exchange_rate (id, currency, xof_per_unit, source, at)
       values (gen_random_uuid(), 'USD', 565.25, 'test', now() - interval '1 minute')`,
    )
  })

  const linkOf = (changes: Partial<NewPaymentLink> = {}) =>
    createLink(api.database, tenant, changes)
  const quote = (id: string, body: object = { provider: 'mtn-benin' }) =>
    call(api, { method: 'POST', path: `/v2/payment-links/${id}/quotes`, body })
  const methods = async (id: string, search = '') => {
    const { json } = await call(api, { path: `/v2/payment-links/${id}/payment-methods${search}` })
    return json.data
  }

  it('is quoted as it is charged then, without what is the merchant’s business', async () => {
    const links = [
      { link: await linkOf() },
      { link: await linkOf({ price: money(1234n, 'USD'), currency: 'USD' }) },
      { link: await linkOf(freePrice), amount: 3210 },
    ]
    for (const { link, amount } of links) {
      const said = { provider: 'mtn-benin', ...(amount && { amount }) }
      const quoted = (await quote(link.id, said)).json.data
      const paid = (await call(api, linkPaymentCall(link.id, said))).json.data
      for (const field of ['amount', 'currency', 'fees', 'amount_charged', 'exchange', 'display']) {
        assert.deepEqual(quoted[field], paid[field], field)
      }
      assert.equal(quoted.channel, 'payment_link')
      for (const answer of [quoted, paid]) {
        assert.ok(!('net_amount' in answer.display))
        assert.ok(!('margin' in (answer.exchange ?? {})))
      }
      assert.ok(!('net_amount' in quoted))
    }
  })

  it('is that of the tariff agreed for payment links', async () => {
    const own = await createTenant(api.database)
    await onPool(api.database.pool).rows(
      `insert into fee_rule (id, level, service_env_id, channel, kind, value)
       values (gen_random_uuid(), 'channel', $1, 'payment_link', 'fixed', 75)`,
      [own.serviceEnvId],
    )
    const link = await createLink(api.database, own)
    const { json } = await quote(link.id)
    assert.equal(json.data.fees.amount, 75)
    assert.equal(json.data.fees.rule.channel, 'payment_link')
    assert.equal(json.data.amount_charged, 1075)
  })

  it('is refused where the payment would be', async () => {
    const [fixed, free] = [await linkOf(), await linkOf(freePrice)]
    const cases: [string, object, string][] = [
      [fixed.id, { provider: 'mtn-benin', amount: 5 }, 'payment_link_amount_fixed'],
      [fixed.id, { provider: 'mtn-benin', currency: 'EUR' }, 'currency_not_supported'],
      [fixed.id, { provider: 'mtn-benin', payment_method: 'card' }, 'invalid_provider'],
      [fixed.id, { provider: 'orange' }, 'invalid_provider'],
      [fixed.id, { provider: 'auto' }, 'missing_field'],
      [fixed.id, { provider: 'auto', phone: '33612345678' }, 'provider_not_detected'],
      [fixed.id, {}, 'missing_field'],
      [fixed.id, { provider: 'mtn-benin', type: 'payout' }, 'unknown_field'],
      [free.id, { provider: 'mtn-benin' }, 'missing_field'],
      [free.id, { provider: 'mtn-benin', amount: 10 }, 'amount_out_of_bounds'],
    ]
    for (const [id, body, code] of cases) {
      const { status, code: told } = refusalOf(await quote(id, body))
      assert.deepEqual([status, told], [422, code], JSON.stringify(body))
    }
  })

  it('narrows the payment methods to those that take it', async () => {
    const codes = (list: readonly { provider: string }[]) => list.map(({ provider }) => provider)
    const all = operators.map(({ code }) => code)
    const free = await linkOf(freePrice)
    assert.deepEqual(codes(await methods((await linkOf()).id)), all)
    assert.deepEqual(codes(await methods(free.id)), all)
    assert.deepEqual(codes(await methods(free.id, '?amount=1000')), all)
    assert.deepEqual(codes(await methods(free.id, '?amount=10')), [])
    assert.deepEqual(codes(await methods(free.id, '?country=BJ')), all)
    assert.deepEqual(codes(await methods(free.id, '?country=TG')), [])
    const dear = await linkOf({ price: money(900_000_000n, 'XOF') })
    assert.deepEqual(codes(await methods(dear.id)), [])
  })

  it('refuses a filter that is wrong', async () => {
    const path = `/v2/payment-links/${(await linkOf()).id}/payment-methods`
    const code = async (search: string) => refusalOf(await call(api, { path: path + search })).code
    assert.equal(await code('?amount=x'), 'invalid_amount')
    assert.equal(await code('?amount=12.5'), 'invalid_amount')
    assert.equal(await code('?amount=5'), 'payment_link_amount_fixed')
    assert.equal(await code('?country=XX'), 'invalid_country')
    assert.equal(await code('?currency=XOF'), 'unknown_parameter')
  })
})
