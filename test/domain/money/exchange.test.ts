import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { currencyCodes, regimeOf } from '#domain/money/currency.ts'
import {
  convert,
  type ExchangeRate,
  exchangeRate,
  inverseRateText,
  isConvertible,
  rateText,
} from '#domain/money/exchange.ts'
import { money } from '#domain/money/money.ts'
import type { Rounding } from '#domain/money/ratio.ts'
import { currencyArbitrary, rateOf, ratesArbitrary } from '#test/domain/arbitraries.ts'

const rates = [rateOf('USD', 6_051_234), rateOf('NGN', 4012)]

describe('exchange', () => {
  it('converts at the fixed parity of EUR, XOF and XAF', () => {
    assert.equal(rateText(rate('EUR', 'XOF')), '655.957')
    assert.equal(rateText(rate('XOF', 'XAF')), '1')
    assert.equal(rateText(rate('EUR', 'XAF')), '655.957')
    assert.equal(rateText(rate('XOF', 'EUR')), '0.0015244901723741')
    assert.equal(inverseRateText(rate('XOF', 'EUR')), '655.957')
    assert.equal(rate('EUR', 'XOF').regime, 'fixed')
    assert.equal(rate('EUR', 'XOF').at, null)
    assert.deepEqual(convert(money(1000n, 'EUR'), rate('EUR', 'XOF'), 'half_up'), xof(6560n))
    assert.deepEqual(convert(xof(1000n), rate('XOF', 'XAF'), 'half_up'), money(1000n, 'XAF'))
    assert.deepEqual(convert(xof(655957n), rate('XOF', 'EUR'), 'half_up'), money(100000n, 'EUR'))
  })

  it('converts a floating currency at its latest rate, and says its time and source', () => {
    const newer = {
      ...rateOf('USD', 6_000_000),
      at: new Date('2025-02-01T00:00:00Z'),
      source: 'staff',
    }
    const found = exchangeRate('USD', 'XOF', [newer, ...rates])
    assert.equal(found && rateText(found), '600')
    assert.deepEqual(
      [found?.regime, found?.at, found?.source],
      ['floating', newer.at, newer.source],
    )
    const cross = exchangeRate('USD', 'NGN', [newer, ...rates])
    assert.deepEqual(cross?.at, rates[1]?.at)
    assert.deepEqual(cross && convert(money(100n, 'USD'), cross, 'down'), money(149551n, 'NGN'))
  })

  it('knows no rate for a floating currency without one', () => {
    assert.equal(exchangeRate('GBP', 'XOF', rates), undefined)
    assert.equal(exchangeRate('XOF', 'GBP', rates), undefined)
    assert.equal(exchangeRate('GBP', 'XOF', [rateOf('GBP', 0)]), undefined)
    assert.deepEqual([isConvertible('GBP', rates), isConvertible('USD', rates)], [false, true])
    assert.equal(exchangeRate('GBP', 'GBP', [])?.regime, 'identity')
  })

  it('refuses an amount that is not in the currency of the rate', () => {
    assert.throws(() => convert(money(1n, 'USD'), rate('EUR', 'XOF'), 'up'), RangeError)
  })

  it('rounds once: nearest between down and up, which are less than a unit apart', () => {
    const given = fc.record({
      minor: fc.bigInt({ min: 0n, max: 10n ** 15n }),
      from: currencyArbitrary,
      to: currencyArbitrary,
      rates: ratesArbitrary,
    })
    fc.assert(
      fc.property(given, ({ minor, from, to, rates: dated }) => {
        const found = exchangeRate(from, to, dated)
        assert.ok(found)
        const by = (rounding: Rounding) => convert(money(minor, from), found, rounding).minor
        const [down, nearest, up] = [by('down'), by('half_up'), by('up')]
        assert.ok(down <= nearest && nearest <= up && up - down <= 1n)
        if (from === to) assert.ok(down === minor && up === minor)
      }),
      { numRuns: 10_000 },
    )
  })

  it('comes back to the same amount from a currency with finer units', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (cents) => {
        const inXof = convert(money(cents, 'EUR'), rate('EUR', 'XOF'), 'half_up')
        assert.equal(convert(inXof, rate('XOF', 'EUR'), 'half_up').minor, cents)
      }),
    )
  })

  it('writes every rate with at most 15 significant digits and no exponent', () => {
    fc.assert(
      fc.property(currencyArbitrary, currencyArbitrary, ratesArbitrary, (from, to, given) => {
        const found = exchangeRate(from, to, given)
        assert.ok(found)
        for (const text of [rateText(found), inverseRateText(found)]) {
          assert.match(text, /^\d+(\.\d*[1-9])?$/)
          const digits = text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')
          assert.ok(digits.length >= 1 && digits.length <= 15, text)
        }
      }),
    )
  })

  it('has a parity for each currency that is not floating', () => {
    for (const code of currencyCodes) {
      assert.equal(isConvertible(code, []), regimeOf(code) !== 'floating', code)
    }
  })
})

function rate(from: 'EUR' | 'XOF' | 'XAF', to: 'EUR' | 'XOF' | 'XAF'): ExchangeRate {
  const found = exchangeRate(from, to, [])
  assert.ok(found)
  return found
}

function xof(minor: bigint) {
  return money(minor, 'XOF')
}
