import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { type CurrencyCode, decimalsOf } from '#domain/money/currency.ts'
import {
  add,
  compare,
  MINOR_MAX,
  type Money,
  money,
  parseAmount,
  percentOf,
  roundUpTo5,
  subtract,
  toDecimalText,
  toNumber,
  zero,
} from '#domain/money/money.ts'
import { currencyArbitrary } from '#test/domain/arbitraries.ts'
import { bestTimeMs } from '#test/domain/timing.ts'

describe('money', () => {
  it('reads an amount exactly, however its number is written', () => {
    const rows: [string, CurrencyCode, bigint][] = [
      ['1000', 'XOF', 1000n],
      ['1000.0', 'XOF', 1000n],
      ['1000.000', 'XOF', 1000n],
      ['1e3', 'XOF', 1000n],
      ['1E+3', 'XOF', 1000n],
      ['1.5e1', 'XOF', 15n],
      ['100e-1', 'XOF', 10n],
      ['12.5', 'EUR', 1250n],
      ['12.50', 'EUR', 1250n],
      ['0.1', 'EUR', 10n],
      ['0.07', 'EUR', 7n],
      ['1.005e2', 'EUR', 10050n],
      ['1.234', 'TND', 1234n],
      ['5', 'XAF', 5n],
      ['9007199254740990', 'XOF', 9007199254740990n],
      ['1000000000000000', 'XOF', 1000000000000000n],
    ]
    for (const [text, currency, minor] of rows) {
      assert.deepEqual(parseAmount(text, currency), { ok: true, value: { minor, currency } }, text)
    }
  })

  it('refuses what is not an amount above zero with the decimals of its currency', () => {
    const rows: [string, CurrencyCode][] = [
      ['0', 'XOF'],
      ['-0', 'XOF'],
      ['0.0', 'EUR'],
      ['0e5', 'EUR'],
      ['-1', 'XOF'],
      ['-12.5', 'EUR'],
      ['12.5', 'XOF'],
      ['1e-1', 'XOF'],
      ['12.345', 'EUR'],
      ['1.2345', 'TND'],
      ['123456789012.3456', 'TND'],
      ['1234567890123456', 'XOF'],
      ['9007199254740992', 'XOF'],
      ['10000000000000000', 'XOF'],
      ['90071992547410', 'EUR'],
      ['1e400', 'XOF'],
      ['1e999999999999', 'XOF'],
      ['1e-999999999999', 'XOF'],
      ['"1000"', 'XOF'],
      ['1 000', 'XOF'],
      ['1_000', 'XOF'],
      ['01', 'XOF'],
      ['+1', 'XOF'],
      ['.5', 'EUR'],
      ['1.', 'EUR'],
      ['0x10', 'XOF'],
      ['10n', 'XOF'],
      ['NaN', 'XOF'],
      ['Infinity', 'XOF'],
      ['true', 'XOF'],
      ['null', 'XOF'],
      ['', 'XOF'],
      ['١٠٠', 'XOF'],
      ['1000\n', 'XOF'],
    ]
    for (const [text, currency] of rows) {
      assert.deepEqual(parseAmount(text, currency), { ok: false, code: 'invalid_amount' }, text)
    }
  })

  it('refuses texts as long as a whole request at once', () => {
    const texts = ['1'.repeat(32_768), `1.${'0'.repeat(32_768)}`, `1e${'9'.repeat(32_768)}`]
    for (const text of texts) {
      assert.equal(parseAmount(text, 'XOF').ok, false)
      assert.ok(bestTimeMs(() => parseAmount(text, 'XOF')) < 1)
    }
  })

  it('gives back every accepted amount as the same number', () => {
    const amount = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }), currencyArbitrary)
    fc.assert(
      fc.property(amount, ([minor, currency]) => {
        const text = toDecimalText({ minor, currency })
        const read = parseAmount(text, currency)
        assert.deepEqual(read, { ok: true, value: { minor, currency } })
        assert.equal(toNumber({ minor, currency }), Number(text))
        const printed = JSON.stringify(toNumber({ minor, currency }))
        assert.deepEqual(parseAmount(printed, currency), read)
      }),
      { numRuns: 20_000 },
    )
  })

  it('accepts a JSON number exactly when its decimal value is an amount of the currency', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e17, noNaN: true }), currencyArbitrary, (n, c) => {
        const [coefficient = '', exponent = '0'] = JSON.stringify(n).split('e')
        const [whole = '', fraction = ''] = coefficient.split('.')
        const shift = Number(exponent) - fraction.length + decimalsOf(c)
        const digits = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '')
        const scaled = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, shift))
        const divisor = 10n ** BigInt(Math.max(0, -shift))
        const isAmount =
          scaled % divisor === 0n && scaled / divisor <= MINOR_MAX && digits.length <= 15
        assert.equal(parseAmount(JSON.stringify(n), c).ok, isAmount)
      }),
      { numRuns: 20_000 },
    )
  })

  it('prints amounts with the decimals of their currency', () => {
    assert.equal(toDecimalText(money(1250n, 'EUR')), '12.50')
    assert.equal(toDecimalText(money(7n, 'EUR')), '0.07')
    assert.equal(toDecimalText(money(1000n, 'XOF')), '1000')
    assert.equal(toDecimalText(money(1n, 'TND')), '0.001')
    assert.equal(toDecimalText(money(-1250n, 'EUR')), '-12.50')
    assert.equal(JSON.stringify(toNumber(money(1250n, 'EUR'))), '12.5')
    assert.equal(JSON.stringify(toNumber(money(1200n, 'EUR'))), '12')
    assert.equal(JSON.stringify(toNumber(money(100n, 'XOF'))), '100')
    assert.equal(JSON.stringify(toNumber(zero('EUR'))), '0')
    assert.equal(toNumber(money(MINOR_MAX, 'XOF')), Number.MAX_SAFE_INTEGER)
  })

  it('never prints a number that is not the amount', () => {
    assert.throws(() => toNumber(money(MINOR_MAX + 2n, 'XOF')), RangeError)
    const large = fc.bigInt({ min: 10n ** 14n, max: 10n ** 18n })
    fc.assert(
      fc.property(large, currencyArbitrary, (minor, currency) => {
        const amount: Money = { minor, currency }
        let number: number
        try {
          number = toNumber(amount)
        } catch {
          return
        }
        const [whole = '', fraction = ''] = String(number).split('.')
        const padded = fraction.padEnd(decimalsOf(currency), '0')
        assert.equal(BigInt(whole + padded), minor)
      }),
      { numRuns: 5000 },
    )
  })

  it('adds, subtracts and compares within one currency only', () => {
    const a = money(1500n, 'XOF')
    const b = money(2000n, 'XOF')
    assert.deepEqual(add(a, b), money(3500n, 'XOF'))
    assert.deepEqual(subtract(a, b), money(-500n, 'XOF'))
    assert.deepEqual([compare(a, b), compare(b, a), compare(a, a)], [-1, 1, 0])
    const euros = money(1n, 'EUR')
    assert.throws(() => add(a, euros), RangeError)
    assert.throws(() => subtract(a, euros), RangeError)
    assert.throws(() => compare(a, euros), RangeError)
  })

  it('rounds up to a multiple of 5, by less than 5', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MINOR_MAX }), (minor) => {
        const rounded = roundUpTo5(money(minor, 'XOF')).minor
        assert.equal(rounded % 5n, 0n)
        assert.ok(rounded >= minor && rounded - minor < 5n)
      }),
    )
  })

  it('takes percentages exactly, a half going up', () => {
    assert.equal(percentOf(money(1000n, 'XOF'), '1.9', 'half_up').minor, 19n)
    assert.equal(percentOf(money(50n, 'XOF'), '1', 'half_up').minor, 1n)
    assert.equal(percentOf(money(49n, 'XOF'), '1', 'half_up').minor, 0n)
    assert.equal(percentOf(money(1n, 'XOF'), '0.001', 'up').minor, 1n)
    assert.equal(percentOf(money(99n, 'XOF'), '1', 'down').minor, 0n)
    assert.equal(percentOf(money(10n, 'XOF'), '100.5', 'half_up').minor, 10n)
    assert.equal(percentOf(money(MINOR_MAX, 'XOF'), '100', 'half_up').minor, MINOR_MAX)
    for (const percent of ['', '-1', '1e2', '1,5', 'NaN', '9'.repeat(41)]) {
      assert.throws(() => percentOf(money(1n, 'XOF'), percent, 'half_up'), RangeError)
    }
  })
})
