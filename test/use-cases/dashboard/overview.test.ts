import assert from 'node:assert/strict'
import { periodOf } from '#domain/dashboard/period.ts'
import { readOverview } from '#use-cases/dashboard/overview.ts'
import { foldFigures } from '#use-cases/dashboard/figures.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { money } from '#domain/money/money.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'

/** A quarter past two in the afternoon. */
const now = new Date('2026-03-31T13:15:00Z')

describe('how a period goes', () => {
  const books = given(() => openBooks())
  const merchant = given(() => createMerchant(books))
  before(async () => {
    const sales = [
      ['2026-03-31T08:00:00Z', 3000n],
      ['2026-03-31T13:14:00Z', 2000n],
      // The day before: in an hour before, in this very hour, a minute later, and in the evening.
      ['2026-03-30T08:30:00Z', 1000n],
      ['2026-03-30T13:14:59Z', 500n],
      ['2026-03-30T13:15:00Z', 10_000n],
      ['2026-03-30T20:00:00Z', 20_000n],
      // The same day of the week before: until the same minute, and after it.
      ['2026-03-24T13:14:00Z', 600n],
      ['2026-03-24T20:00:00Z', 40_000n],
      ['2026-03-23T20:00:00Z', 800n],
      ['2026-03-20T20:00:00Z', 4000n],
    ] as const
    for (const [at, minor] of sales) await sell(at, minor)
    await sell('2026-03-31T09:00:00Z', 7000n, failed)
  })

  for (const state of ['before it is summed up', 'afterwards']) {
    it(`holds today against yesterday at the same minute, ${state}`, async () => {
      if (state === 'afterwards') await foldFigures(books.database)
      const { collected, before, points, pointsBefore, shares } = await read('today')
      assert.deepEqual(collected, { ended: 3, succeeded: 2, net: 5000n })
      assert.deepEqual(before, { ended: 2, succeeded: 2, net: 1500n })
      assert.deepEqual(netsOf(points), { '09': 3000n, 14: 2000n })
      assert.deepEqual(netsOf(pointsBefore), { '09': 1000n, 14: 10_500n, 21: 20_000n })
      const failures = shares.filter(({ dimension }) => dimension === 'failure')
      assert.deepEqual(
        failures.map(({ value, ended }) => [value, ended]),
        [['insufficient_funds', 1]],
      )
    })

    it(`holds a single day against the same one of the week before, ${state}`, async () => {
      assert.equal((await read('today')).weekBefore?.net, 600n)
      assert.equal((await read('yesterday')).weekBefore?.net, 800n)
      assert.equal((await read('week')).weekBefore, null)
    })

    it(`holds seven days against those before, their last one up to the same minute, ${state}`, async () => {
      const { collected, before, points, pointsBefore, hours } = await read('week')
      assert.equal(collected.net, 5000n + 31_500n)
      assert.equal(before.net, 4000n + 800n + 600n)
      assert.deepEqual([points.length, pointsBefore.length, hours.length], [7, 7, 24])
      assert.deepEqual(netsOf(pointsBefore), {
        '2026-03-20': 4000n,
        '2026-03-23': 800n,
        '2026-03-24': 40_600n,
      })
      const sum = hours.reduce((total, { net }) => total + net, 0n)
      assert.equal(sum, collected.net)
    })

    it(`holds yesterday whole against the day before, ${state}`, async () => {
      const { collected, before } = await read('yesterday')
      assert.deepEqual([collected.net, before.net], [31_500n, 0n])
    })
  }

  it('spreads an hour evenly that has too many payments to be counted', async () => {
    const period = periodOf('today', now)
    const asked = { period, now, partOfHourMax: 1 }
    const { before } = await readOverview(books.database, merchant.serviceEnvId, asked)
    assert.equal(before.net, 1000n + 10_500n / 4n)
  })

  it('adds up to the same in each dimension in which each payment has a value', async () => {
    const { collected, shares } = await read('thirty')
    for (const kind of ['provider', 'channel'] as const) {
      const parts = shares.filter(({ dimension }) => dimension === kind)
      const sum = parts.reduce((total, { net }) => total + net, 0n)
      assert.equal(sum, collected.net, kind)
    }
  })

  async function sell(at: string, minor: bigint, outcome: Outcome = success): Promise<void> {
    const id = await acceptOne(books, merchant, { terms: { price: money(minor, 'XOF') } })
    await settleTransaction(books.database, books.outbox, { transactionId: id, outcome })
    await books.rows('update transaction set created_at = $2 where id = $1', id, at)
  }

  function read(name: Parameters<typeof periodOf>[0]) {
    return readOverview(books.database, merchant.serviceEnvId, { period: periodOf(name, now), now })
  }
})

/** Those above zero. */
function netsOf(points: readonly { readonly key: string; readonly net: bigint }[]) {
  const some = points.filter(({ net }) => net > 0n)
  return Object.fromEntries(some.map(({ key, net }) => [key, net]))
}
