import assert from 'node:assert/strict'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { parseAmount, toDecimalText } from '#domain/money/money.ts'
import { amountTextOf } from '#web/payer/typed.ts'

describe('an amount as people write it', () => {
  const read = (typed: string, currency: CurrencyCode): string => {
    const amount = parseAmount(amountTextOf(typed, currency) ?? '', currency)
    return amount.ok ? toDecimalText(amount.value) : 'refused'
  }

  it('is read with the marks of either language, without decimals too', () => {
    for (const [typed, currency, amount] of [
      ['12 500', 'XOF', '12500'],
      ['12.500', 'XOF', '12500'],
      ['1,250,000', 'XOF', '1250000'],
      ['12500,00', 'XOF', '12500'],
      ['12,5', 'EUR', '12.50'],
      ['1 500.00', 'EUR', '1500.00'],
      ['1.500', 'TND', '1.500'],
    ] as const)
      assert.equal(read(typed, currency), amount, `${typed} ${currency}`)
  })

  it('is never a thousandth of itself: a mark before three digits is none of a currency with two decimals', () => {
    for (const [typed, currency] of [
      ['1,500', 'EUR'],
      ['1.500', 'EUR'],
      ['15,000', 'NGN'],
      ['1500.000', 'XOF'],
      ['1,500.00', 'USD'],
      ['1.500,00', 'EUR'],
      ['1.5000', 'TND'],
    ] as const)
      assert.equal(read(typed, currency), 'refused', `${typed} ${currency}`)
  })
})
