import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import { money, type Money, toDecimalText, toNumber } from '#domain/money/money.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { limitsOf, takes } from '#use-cases/pricing/limits.ts'
import { exactAmount, type OfferBasis, type OfferScope } from '#use-cases/pricing/offer.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { cardCall, cards } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { addRate, addTariff, setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { basisArbitrary, scopeArbitrary } from './arbitraries.ts'

describe('the limits of a payment method', () => {
  it('are themselves accepted, for every tariff, payer, service currency and rate', () => {
    let found = 0
    let raised = 0
    fc.assert(
      fc.property(basisArbitrary, scopeArbitrary, (basis, scope) => {
        const limits = limitsOf(scope, basis)
        if (!limits) return
        found += 1
        if (limits.own.minAmount.minor > scope.operator.minAmount.minor) raised += 1
        for (const { minAmount, maxAmount } of [limits.own, limits.shown]) {
          assert.ok(minAmount.minor <= maxAmount.minor)
          for (const limit of [minAmount, maxAmount]) {
            assert.ok(isAccepted(reread(limit), { scope, basis }), toDecimalText(limit))
          }
        }
      }),
      { numRuns: 3000 },
    )
    assert.ok(found > 2000, `${found} with limits`)
    assert.ok(raised > 100, `${raised} with a raised minimum`)
  })

  it('are the outermost prices that are accepted in the currency of the operator', () => {
    fc.assert(
      fc.property(basisArbitrary, scopeArbitrary, (basis, scope) => {
        const limits = limitsOf(scope, basis)
        if (!limits) return
        const { minAmount, maxAmount } = limits.own
        const given = { scope, basis }
        assert.ok(!isAccepted(money(minAmount.minor - 1n, 'XOF'), given))
        assert.ok(!isAccepted(money(maxAmount.minor + 1n, 'XOF'), given))
      }),
      { numRuns: 1000 },
    )
  })

  it('are none where nothing is left to the merchant of any price', () => {
    const operator = operatorOf('mtn-benin')
    assert.ok(operator)
    const [basis] = fc.sample(basisArbitrary, 1)
    const [scope] = fc.sample(scopeArbitrary, 1)
    assert.ok(basis && scope)
    const feeRules = basis.terms.feeRules.map((rule) => ({
      ...rule,
      kind: 'percentage' as const,
      value: '100',
      payer: 'merchant' as const,
    }))
    const greedy = { ...basis, terms: { ...basis.terms, feeRules } }
    assert.equal(limitsOf({ ...scope, operator }, greedy), undefined)
  })

  function isAccepted(
    price: Money,
    { scope, basis }: { readonly scope: OfferScope; readonly basis: OfferBasis },
  ): boolean {
    return takes({ ...scope, price }, basis)
  }

  /** As a caller gets it from JSON, types it, and sends it. */
  function reread(limit: Money): Money {
    return exactAmount(JSON.stringify(toNumber(limit)), limit.currency)
  }
})

describe('an entered amount equal to a displayed limit', () => {
  const api = given(() => startApiAlone())
  before(async () => {
    for (const [currency, xofPerUnit] of Object.entries(rates)) {
      await addRate(api.database, currency, { xofPerUnit })
    }
  })

  const rates = { USD: '565.25', GNF: '0.0652', TND: '181.337', NGN: '0.372' }
  const currencies: readonly CurrencyCode[] = ['XOF', 'XAF', 'EUR', 'USD', 'GNF', 'TND', 'NGN']

  for (const currency of currencies) {
    it(`is accepted by POST /v2/collections when the service shows ${currency}`, async () => {
      const tenant = await createTenant(api.database, { currency })
      await setExchangeTerms(api.database, tenant, {
        fee: { percent: '1.25', payer: 'merchant' },
        margin: { percent: '2.5', payer: 'merchant' },
      })
      await addTariff(api.database, tenant, {
        level: 'channel',
        channel: 'widget',
        kind: 'fixed',
        value: '250',
        payer: 'merchant',
      })
      for (const kind of ['secret', 'public'] as const) await enterLimits(tenant, kind)
    })
  }

  async function enterLimits(tenant: Tenant, kind: 'secret' | 'public'): Promise<void> {
    const key = tenant.keys[kind]
    const { json } = await call(api, { path: '/v2/payment-methods', key })
    assert.equal(json.data.length, 4)
    for (const method of json.data) {
      const { provider, currency, display_currency } = method
      const entries: [number, string][] = [
        [method.min_amount, currency],
        [method.max_amount, currency],
        [method.display_min_amount, display_currency],
        [method.display_max_amount, display_currency],
      ]
      assert.equal(method.min_amount, kind === 'public' ? 251 : 100)
      for (const [amount, of] of entries) {
        const price = { amount, currency: of, provider }
        const request =
          method.type === 'card'
            ? cardCall(key, cards.visa, price)
            : collectionCall(key, {
                ...price,
                payment_method: method.type,
                phone: provider === 'moov-benin' ? '2290195001234' : '2290197001234',
              })
        const answer = await call(api, request)
        assert.equal(answer.status, 202, `${amount} ${of}: ${answer.text}`)
        const decimals = String(amount).split('.')[1]?.length ?? 0
        assert.ok(decimals <= decimalsOf(answer.json.data.currency))
      }
    }
  }
})
