import assert from 'node:assert/strict'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { parseAmount, toDecimalText } from '#domain/money/money.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { amountTextOf, internationalPhone } from '#web/payer/typed.ts'

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
      ['5 000 F CFA', 'XOF', '5000'],
      ['5000f', 'XOF', '5000'],
      ['5.000 XOF', 'XOF', '5000'],
      ['12,50 EUR', 'EUR', '12.50'],
      ['5,000.00', 'XOF', '5000'],
      ['5.000,00', 'XOF', '5000'],
      ['5’000', 'XOF', '5000'],
      ['٥٠٠٠', 'XOF', '5000'],
      ['۵۰۰۰', 'XOF', '5000'],
      ['１　０００', 'XOF', '1000'],
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
      ['5000 F', 'EUR'],
      ['5000 EUR', 'XOF'],
      ['5,000.50', 'XOF'],
      ['5 mille', 'XOF'],
      ['-5', 'XOF'],
    ] as const)
      assert.equal(read(typed, currency), 'refused', `${typed} ${currency}`)
  })

  it('is never a power of ten, which nobody means who types a letter into an amount', () => {
    for (const typed of ['1e3', '1E3', '5.0e3', '1 e 3', '1e+3', '1e3 F', '1e3 XOF'])
      for (const currency of ['XOF', 'EUR'] as const)
        assert.equal(read(typed, currency), 'refused', `${typed} ${currency}`)
  })
})

describe('a number as people write it', () => {
  const read = (typed: string): string => {
    const parsed = parsePhone(internationalPhone(typed))
    return parsed.ok ? parsed.value.phone : 'refused'
  }

  it('is read with the marks that people put between, and those that come along when it is copied', () => {
    for (const typed of [
      '01/97/00/00/00',
      '01 – 97 – 00 – 00 – 00',
      '01_97_00_00_00',
      '01,97,00,00,00',
      '\u202A+229 01 97 00 00 00\u202C',
      '\u200E+229\u00A001\u00A097\u00A000\u00A000\u00A000',
      '\uFEFF97000000\u200B',
      '＋229 01 97 00 00 00',
      '\u0660\u0661\u0669\u0667\u0660\u0660\u0660\u0660\u0660\u0660',
    ])
      assert.equal(read(typed), '2290197000000', typed)
  })

  it('is refused where a figure is missing, or a letter stands for one', () => {
    for (const typed of [
      '01 97 00 00 0O',
      '01 97 00 00 0',
      '197 00 00 00',
      '+229 229 01 97 00 00 00',
    ])
      assert.equal(read(typed), 'refused', typed)
  })
})
