import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { regimeOf } from '#domain/money/currency.ts'
import { money, type Money } from '#domain/money/money.ts'
import {
  type CollectionTerms,
  priceCollection,
  pricePayout,
  type Pricing,
} from '#domain/pricing/pricing.ts'
import { feeRule, feeRuleArbitrary, rateOf, termsArbitrary } from '#test/domain/arbitraries.ts'
import { priced, terms } from './priced.ts'

describe('the price of a collection', () => {
  it('adds the fees of the customer and rounds up to a multiple of 5', () => {
    const pricing = priced({ price: money(1002n, 'XOF'), feeRule: feeRule({ value: '1.9' }) })
    assert.deepEqual(figures(pricing), { charged: 1025n, fees: 23n, net: 1002n, rounding: 4n })
    assert.equal(pricing.exchange, null)
    const exact = priced({ price: money(1000n, 'XOF'), feeRule: feeRule({ value: '2' }) })
    assert.deepEqual(figures(exact), { charged: 1020n, fees: 20n, net: 1000n, rounding: 0n })
  })

  it('withholds the fees of the merchant, the payer paying the price and its rounding', () => {
    const rule = feeRule({ value: '2', payer: 'merchant' })
    const pricing = priced({ price: money(1001n, 'XOF'), feeRule: rule })
    assert.deepEqual(figures(pricing), { charged: 1005n, fees: 24n, net: 981n, rounding: 4n })
    assert.deepEqual([pricing.fees.payer, pricing.fees.rule], ['merchant', rule])
  })

  it('takes a fixed fee in XOF', () => {
    const pricing = priced({
      price: money(1000n, 'XOF'),
      feeRule: feeRule({ kind: 'fixed', value: '100' }),
    })
    assert.deepEqual(figures(pricing), { charged: 1100n, fees: 100n, net: 1000n, rounding: 0n })
  })

  it('converts a price at parity, with its exchange fee and no margin', () => {
    const { exchange, ...pricing } = priced({
      price: money(1000n, 'EUR'),
      exchangeFee: { percent: '1', payer: 'customer' },
      margin: { percent: '2', payer: 'customer' },
    })
    assert.equal(pricing.base.minor, 6560n)
    assert.deepEqual(exchange, {
      from: 'EUR',
      to: 'XOF',
      rate: '655.957',
      rateAt: null,
      rateSource: null,
      amount: money(6560n, 'XOF'),
      fee: { percent: '1', payer: 'customer', amount: money(66n, 'XOF') },
      margin: null,
    })
    assert.deepEqual([pricing.amountCharged.minor, pricing.net.minor], [6755n, 6560n])
  })

  it('takes a margin on a price in a floating currency', () => {
    const { exchange, ...pricing } = priced({
      price: money(1000n, 'USD'),
      exchangeFee: { percent: '1', payer: 'merchant' },
      margin: { percent: '2', payer: 'customer' },
      rates: [rateOf('USD', 6_000_000)],
    })
    assert.deepEqual(exchange?.fee?.amount, money(60n, 'XOF'))
    assert.deepEqual(exchange?.margin?.amount, money(120n, 'XOF'))
    assert.deepEqual([exchange?.rate, exchange?.rateSource], ['600', 'table'])
    assert.deepEqual([pricing.amountCharged.minor, pricing.net.minor], [6235n, 5940n])
    assert.equal(pricing.fees.amount.minor, 6235n - 5940n - 60n - 120n)
  })

  it('carries no exchange fee or margin on a price in XOF or at zero percent', () => {
    const surcharges = {
      exchangeFee: { percent: '1', payer: 'customer' },
      margin: { percent: '2', payer: 'customer' },
    } as const
    assert.equal(priced({ price: money(1000n, 'XOF'), ...surcharges }).exchange, null)
    const none = { percent: '0.00', payer: 'customer' } as const
    assert.equal(priced({ price: money(1000n, 'EUR'), exchangeFee: none }).exchange?.fee, null)
  })

  it('refuses a price that leaves the merchant nothing', () => {
    const fixed = feeRule({ kind: 'fixed', value: '100', payer: 'merchant' })
    for (const minor of [1n, 99n, 100n]) {
      const outcome = priceCollection(terms({ price: money(minor, 'XOF'), feeRule: fixed }))
      assert.deepEqual(outcome, { ok: false, code: 'amount_too_small' })
    }
    assert.equal(priced({ price: money(101n, 'XOF'), feeRule: fixed }).net.minor, 1n)
    const dust = terms({ price: money(1n, 'NGN'), rates: [rateOf('NGN', 4000)] })
    assert.deepEqual(priceCollection(dust), { ok: false, code: 'amount_too_small' })
  })

  it('refuses a price in a floating currency without a rate', () => {
    const outcome = priceCollection(terms({ price: money(1000n, 'USD') }))
    assert.deepEqual(outcome, { ok: false, code: 'exchange_rate_unavailable' })
  })

  it('keeps its promises for every price, tariff, payer and currency', () => {
    let accepted = 0
    fc.assert(
      fc.property(termsArbitrary, (given) => {
        const outcome = priceCollection(given)
        if (!outcome.ok) return assert.equal(outcome.code, 'amount_too_small')
        accepted += 1
        checkSums(outcome.value)
        checkExchange(given, outcome.value)
      }),
      { numRuns: 20_000 },
    )
    assert.ok(accepted > 10_000, `${accepted} accepted`)
  })

  it('never gives less than asked when the customer pays everything, nor charges more when the merchant does', () => {
    fc.assert(
      fc.property(termsArbitrary, fc.constantFrom('merchant', 'customer'), (given, payer) => {
        const exchangeFee = given.exchangeFee && { ...given.exchangeFee, payer }
        const margin = given.margin && { ...given.margin, payer }
        const rule = { ...given.feeRule, payer }
        const outcome = priceCollection({ ...given, feeRule: rule, exchangeFee, margin })
        if (!outcome.ok) return
        const { base, net, amountCharged } = outcome.value
        if (payer === 'customer') assert.deepEqual(net, base)
        else assert.ok(amountCharged.minor - base.minor < 5n)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('the price of a payout', () => {
  it('takes the fee on top, from the balance, whoever the rule names', () => {
    const rule = feeRule({ type: 'payout', value: '1', payer: 'customer' })
    const pricing = pricePayout(money(10_030n, 'XOF'), rule)
    assert.deepEqual(figures(pricing), {
      charged: 10_130n,
      fees: 100n,
      net: 10_030n,
      rounding: 0n,
    })
    assert.equal(pricing.fees.payer, 'merchant')
  })

  it('keeps its promises for every amount and tariff', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), feeRuleArbitrary, (minor, rule) => {
        const pricing = pricePayout(money(minor, 'XOF'), rule)
        checkSums(pricing)
        assert.equal(pricing.net.minor, minor)
      }),
      { numRuns: 5000 },
    )
  })

  it('knows no other currency than XOF', () => {
    assert.throws(() => pricePayout(money(1n, 'EUR'), feeRule()), RangeError)
  })
})

function figures({ amountCharged, fees, net, rounding }: Pricing) {
  return {
    charged: amountCharged.minor,
    fees: fees.amount.minor,
    net: net.minor,
    rounding: rounding.minor,
  }
}

function checkSums(pricing: Pricing): void {
  const { amountCharged, fees, net, exchange, rounding, base } = pricing
  const parts = [net, fees.amount, exchange?.fee?.amount, exchange?.margin?.amount]
  const total = parts.reduce((sum, part) => sum + (part?.minor ?? 0n), 0n)
  assert.equal(amountCharged.minor, total)
  assert.equal(amountCharged.minor % 5n, 0n)
  const rising = [0n, rounding.minor, fees.amount.minor, amountCharged.minor]
  assert.deepEqual(rising, rising.toSorted(byValue))
  const bounds = [1n, net.minor, base.minor, amountCharged.minor]
  assert.deepEqual(bounds, bounds.toSorted(byValue))
  assert.ok(rounding.minor < 5n)
  const amounts: Money[] = [amountCharged, fees.amount, net, rounding, base]
  for (const amount of amounts) assert.equal(amount.currency, 'XOF')
}

function byValue(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1
}

function checkExchange(given: CollectionTerms, { exchange, base }: Pricing): void {
  assert.equal(exchange === null, given.price.currency === 'XOF')
  if (!exchange) return assert.equal(base.minor, given.price.minor)
  assert.deepEqual(exchange.amount, base)
  const isFloating = regimeOf(given.price.currency) === 'floating'
  if (!isFloating) assert.equal(exchange.margin, null)
  for (const surcharge of [exchange.fee, exchange.margin]) {
    if (!surcharge) continue
    const exact = Number(base.minor) * (Number(surcharge.percent) / 100)
    assert.ok(Math.abs(Number(surcharge.amount.minor) - exact) <= 0.5 + exact * 1e-9)
  }
}
