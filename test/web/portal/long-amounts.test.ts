import assert from 'node:assert/strict'
import { isAmountWrong } from '#web/portal/transactions/filter.ts'

describe('an amount typed into the filter of transactions', () => {
  const isWrong = (text: string) => isAmountWrong(new URLSearchParams({ min: text }), 'min')

  it('is refused at once however long it is: minutes if the time grew with the square of its length', () => {
    for (const middle of [' ', '\t', '0', ',000'])
      assert.ok(isWrong(`1${middle.repeat(400_000)}O`), JSON.stringify(middle))
    for (const text of ['12 500', '12,500', '12.500 F', '12 500 F CFA', '12500XOF'])
      assert.ok(!isWrong(text), text)
  }).timeout(20_000)
})
