import assert from 'node:assert/strict'
import {
  type CurrencyCode,
  currencyCodes,
  currencyOf,
  decimalsOf,
  isCurrencyCode,
} from '#domain/money/currency.ts'

describe('currencies', () => {
  it('have the decimals of ISO 4217', () => {
    const decimals: [CurrencyCode, number][] = [
      ['XOF', 0],
      ['XAF', 0],
      ['GNF', 0],
      ['EUR', 2],
      ['USD', 2],
      ['NGN', 2],
      ['MRU', 2],
      ['TND', 3],
    ]
    for (const [code, expected] of decimals) assert.equal(decimalsOf(code), expected, code)
  })

  it('are named once each, by three letters and three digits', () => {
    const numeric = currencyCodes.map((code) => currencyOf(code).numericCode)
    assert.equal(new Set(numeric).size, currencyCodes.length)
    for (const code of currencyCodes) {
      assert.match(code, /^[A-Z]{3}$/)
      assert.match(currencyOf(code).numericCode, /^\d{3}$/)
      assert.notEqual(currencyOf(code).name, '')
    }
    assert.ok(currencyCodes.length >= 20)
  })

  it('relate to XOF by parity or by rate', () => {
    const by = (regime: string) =>
      currencyCodes.filter((code) => currencyOf(code).regime === regime).toSorted()
    assert.deepEqual(by('pivot'), ['XOF'])
    assert.deepEqual(by('fixed'), ['EUR', 'XAF'])
    assert.equal(by('floating').length, currencyCodes.length - 3)
  })

  it('are known by their exact code alone', () => {
    assert.ok(isCurrencyCode('XOF'))
    const others: unknown[] = [
      'xof',
      ' XOF',
      'XXX',
      '',
      'toString',
      '__proto__',
      null,
      952,
      ['XOF'],
    ]
    for (const other of others) assert.equal(isCurrencyCode(other), false)
  })
})
