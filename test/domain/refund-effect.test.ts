import assert from 'node:assert/strict'
import { money } from '#domain/money/money.ts'
import { refundEffect } from '#domain/refunds/effect.ts'

const francs = (minor: bigint) => money(minor, 'XOF')

describe('what a refund changes', () => {
  const payment = { amountCharged: francs(2550n), net: francs(2500n) }
  const feesOf = (amount: bigint, refundable: bigint) =>
    refundEffect({ ...payment, amount: francs(amount), refundable: francs(refundable) }).feesBorne
      .minor

  it('costs the merchant the fees once all is given back, and nothing beyond the net before', () => {
    assert.equal(feesOf(2550n, 2550n), 50n)
    assert.equal(feesOf(2500n, 2550n), 0n)
    assert.equal(feesOf(2520n, 2550n), 20n)
  })

  it('counts them once, however many refunds there are', () => {
    const parts = [1000n, 1530n, 20n]
    let left = 2550n
    const borne = parts.map((amount) => {
      const fees = feesOf(amount, left)
      left -= amount
      return fees
    })
    assert.deepEqual(borne, [0n, 30n, 20n])
  })
})
