import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { currencyCodes, decimalsOf, regimeOf } from '#domain/money/currency.ts'
import {
  type Display,
  displayLimitsOf,
  displayOf,
  linkDisplayOf,
  type DisplaySetting,
} from '#domain/pricing/display.ts'
import { convert, exchangeRate } from '#domain/money/exchange.ts'
import { money, PRICE_MINOR_MAX, toNumber } from '#domain/money/money.ts'
import { isWithinLimits } from '#domain/operators/operators.ts'
import { priceCollection, type Pricing } from '#domain/pricing/pricing.ts'
import {
  currencyArbitrary,
  feeRule,
  rateOf,
  ratesArbitrary,
  termsArbitrary,
} from '#test/domain/arbitraries.ts'
import { priced } from './priced.ts'

const euroService: DisplaySetting = { serviceCurrency: 'EUR', rates: [] }

describe('the display block', () => {
  it('shows the recorded amounts themselves in XOF', () => {
    const display = displayOf(priced({ price: money(1002n, 'XOF') }), {
      serviceCurrency: 'XOF',
      rates: [],
    })
    assert.deepEqual(figures(display), [1002n, 23n, 1025n, 1002n, 0n])
    assert.deepEqual(display.rate, { value: '1', perUnit: '1', at: null, source: 'origin' })
    assert.equal(display.feesUnderMinimum, false)
  })

  it('shows a price in the service currency as it was asked', () => {
    const display = displayOf(priced({ price: money(1000n, 'EUR') }), euroService)
    assert.equal(display.amount.minor, 1000n)
    assert.deepEqual(display.amountCharged, money(1019n, 'EUR'))
    assert.deepEqual(display.rate, {
      value: '0.0015244901723741',
      perUnit: '655.957',
      at: null,
      source: 'origin',
    })
  })

  it('converts the recorded XOF once, to the nearest', () => {
    const fixed = displayOf(priced({ price: money(10_000n, 'XOF') }), euroService)
    assert.deepEqual(figures(fixed), [1524n, 29n, 1553n, 1524n, 0n])
    assert.equal(fixed.rate.source, 'fixed')
    const rates = [rateOf('USD', 6_000_000)]
    const floating = displayOf(priced({ price: money(10_000n, 'XOF') }), {
      serviceCurrency: 'USD',
      rates,
    })
    assert.deepEqual(figures(floating), [1667n, 31n, 1698n, 1667n, 0n])
    assert.deepEqual(
      [floating.rate.source, floating.rate.at, floating.rate.perUnit],
      ['transaction', rates[0]?.at, '600'],
    )
  })

  it('shows the exchange fee of the customer inside fees, the margin never inside the exchange fee', () => {
    const surcharges = {
      exchangeFee: { percent: '1', payer: 'customer' },
      margin: { percent: '3', payer: 'customer' },
    } as const
    const price = money(10_000n, 'USD')
    const rates = [rateOf('USD', 6_000_000)]
    const setting: DisplaySetting = { serviceCurrency: 'XOF', rates }
    const paid = displayOf(priced({ price, rates, ...surcharges }), setting)
    assert.deepEqual(figures(paid), [60_000n, 3540n, 63_540n, 60_000n, 600n])
    const exchangeFee = { percent: '1', payer: 'merchant' } as const
    const withheld = displayOf(priced({ price, rates, exchangeFee }), setting)
    assert.deepEqual(figures(withheld), [60_000n, 1140n, 61_140n, 59_400n, 0n])
  })

  it('tells fees too small for the currency from no fees', () => {
    const percent = (value: string) => feeRule({ value })
    const real = priced({ price: money(1000n, 'XOF'), feeRule: percent('0.5') })
    assert.equal(displayOf(real, euroService).feesUnderMinimum, true)
    const none = priced({ price: money(1000n, 'XOF'), feeRule: percent('0') })
    assert.equal(displayOf(none, euroService).feesUnderMinimum, false)
    const usual = priced({ price: money(1000n, 'XOF'), feeRule: percent('2') })
    assert.equal(displayOf(usual, euroService).feesUnderMinimum, false)
  })

  it('falls back to XOF when the service currency has no rate', () => {
    const display = displayOf(priced({ price: money(1000n, 'EUR') }), {
      serviceCurrency: 'GHS',
      rates: [],
    })
    assert.deepEqual([display.currency, display.amount.minor], ['XOF', 6560n])
    assert.equal(display.rate.source, 'fixed')
  })

  it('keeps its promises for every price, tariff and pair of currencies', () => {
    let shown = 0
    fc.assert(
      fc.property(termsArbitrary, currencyArbitrary, (given, serviceCurrency) => {
        const outcome = priceCollection(given)
        if (!outcome.ok) return
        shown += 1
        const setting = { serviceCurrency, rates: given.rates }
        const display = displayOf(outcome.value, setting)
        checkBlock(outcome.value, display)
        checkConversions(outcome.value, { display, setting })
      }),
      { numRuns: 20_000 },
    )
    assert.ok(shown > 10_000, `${shown} shown`)
  })
})

describe('the display block of a payment link', () => {
  it('shows the price converted, the price itself, or none', () => {
    const converted = linkDisplayOf({ currency: 'XOF', amount: money(10_000n, 'XOF') }, euroService)
    assert.deepEqual(
      [converted?.amount, converted?.converted, converted?.rate.source],
      [money(1524n, 'EUR'), true, 'fixed'],
    )
    const same = linkDisplayOf({ currency: 'EUR', amount: money(1999n, 'EUR') }, euroService)
    assert.deepEqual([same?.amount, same?.converted], [money(1999n, 'EUR'), false])
    const free = linkDisplayOf({ currency: 'XOF', amount: null }, euroService)
    assert.deepEqual([free?.amount, free?.converted], [null, true])
    const unknown = { currency: 'GHS', amount: money(1n, 'GHS') } as const
    assert.equal(linkDisplayOf(unknown, euroService), undefined)
  })

  it('shows the largest price exactly between the currencies that are furthest apart', () => {
    const rates = [rateOf('GBP', 16_000_000), rateOf('NGN', 1000)]
    const dearest = { currency: 'GBP', amount: money(PRICE_MINOR_MAX, 'GBP') } as const
    const shown = linkDisplayOf(dearest, { serviceCurrency: 'NGN', rates })?.amount
    assert.equal(shown && toNumber(shown), 16_000_000_000_000)
  })
})

describe('limits in the service currency', () => {
  it('are accepted when entered as shown', () => {
    const limits = fc
      .tuple(fc.bigInt({ min: 1n, max: 1000n }), fc.bigInt({ min: 10_000n, max: 10n ** 9n }))
      .map(([min, max]) => ({ minAmount: money(min, 'XOF'), maxAmount: money(max, 'XOF') }))
    fc.assert(
      fc.property(limits, currencyArbitrary, ratesArbitrary, (inXof, serviceCurrency, rates) => {
        const shown = displayLimitsOf(inXof, { serviceCurrency, rates })
        const rate = exchangeRate(serviceCurrency, 'XOF', rates)
        assert.ok(rate)
        for (const entered of [shown.minAmount, shown.maxAmount]) {
          const base = convert(entered, rate, 'half_up')
          const isReachable = shown.minAmount.minor <= shown.maxAmount.minor
          assert.ok(!isReachable || isWithinLimits(base, inXof))
        }
      }),
      { numRuns: 5000 },
    )
  })
})

function figures(display: Display): bigint[] {
  const { amount, fees, amountCharged, net, exchangeFee } = display
  return [amount.minor, fees.minor, amountCharged.minor, net.minor, exchangeFee.minor]
}

function checkBlock(pricing: Pricing, display: Display): void {
  const { amount, fees, amountCharged, net, exchangeFee, rate } = display
  assert.equal(amount.minor + fees.minor, amountCharged.minor)
  for (const part of [amount, fees, amountCharged, net, exchangeFee]) {
    assert.ok(part.minor >= 0n)
    assert.equal(part.currency, display.currency)
  }
  assert.ok(exchangeFee.minor <= fees.minor && net.minor <= amountCharged.minor)
  const isReal = pricing.amountCharged.minor > pricing.base.minor
  if (isReal && fees.minor === 0n) assert.equal(display.feesUnderMinimum, true)
  if (!isReal) assert.equal(display.feesUnderMinimum, false)
  if (display.currency === pricing.price.currency) assert.equal(amount.minor, pricing.price.minor)
  assert.equal(rate.source === 'origin', display.currency === pricing.price.currency)
  assert.equal(rate.at !== null, regimeOf(display.currency) === 'floating')
  if (display.currency === 'XOF') assert.deepEqual(amountCharged, pricing.amountCharged)
}

/** Each figure is within half a minor unit of the exact conversion, checked with the rate the block itself gives. */
function checkConversions(
  pricing: Pricing,
  { display, setting }: { display: Display; setting: DisplaySetting },
): void {
  assert.equal(display.currency, setting.serviceCurrency)
  const perXof = Number(display.rate.value) * 10 ** decimalsOf(display.currency)
  const isNear = (minor: bigint, xof: bigint, slack = 0) => {
    const exact = Number(xof) * perXof
    assert.ok(Math.abs(Number(minor) - exact) <= 0.5 + slack + exact * 1e-12)
  }
  isNear(display.net.minor, pricing.net.minor)
  const isOrigin = display.currency === pricing.price.currency
  if (!isOrigin) isNear(display.amount.minor, pricing.base.minor)
  // A price asked in this currency is never shown reduced, though its XOF were rounded down by half a franc.
  isNear(display.amountCharged.minor, pricing.amountCharged.minor, isOrigin ? perXof / 2 : 0)
}

describe('every currency', () => {
  it('can be a display currency once it has a rate', () => {
    for (const serviceCurrency of currencyCodes) {
      const setting = { serviceCurrency, rates: [rateOf(serviceCurrency, 123_456)] }
      assert.equal(displayOf(priced({}), setting).currency, serviceCurrency)
    }
  })
})
