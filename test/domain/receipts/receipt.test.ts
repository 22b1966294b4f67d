import assert from 'node:assert/strict'
import { asId, type TransactionId } from '#domain/ids.ts'
import { receiptNumber } from '#domain/receipts/receipt.ts'

describe('the number of a receipt', () => {
  it('begins with the day of the main market, which the receipt itself says', () => {
    const id = asId<TransactionId>('0197a3c2-5b1e-7d44-8f0a-3c9e1b7d2a10')
    const numberAt = (time: string) => receiptNumber({ id, createdAt: new Date(time) })
    assert.equal(numberAt('2026-11-21T22:59:59Z'), '20261121-3C9E1B7D2A10')
    assert.equal(numberAt('2026-11-21T23:00:00Z'), '20261122-3C9E1B7D2A10')
  })
})
