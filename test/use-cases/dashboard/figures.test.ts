import assert from 'node:assert/strict'
import type { FigureDimension } from '#domain/dashboard/figures.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import {
  type Figures,
  readDayFigures,
  fillFigures,
  readFiguresBy,
  foldFigures,
} from '#use-cases/dashboard/figures.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { feeRule as rule } from '#test/domain/arbitraries.ts'
import { acceptOne, createMerchant, openBooks } from '#test/support/books.ts'
import { expired, failed, success } from '#test/support/ends.ts'
import { givenEach } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'

const always = { from: '2020-01-01', to: '2099-12-31' }

describe('figures by day', () => {
  const books = givenEach(() => openBooks())
  const merchant = givenEach(() => createMerchant(books))

  it('are the same before they are summed up, half way and after', async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    for (const outcome of [success, success, failed, expired]) await end(outcome)
    await acceptOne(books, merchant)
    const before = await all()
    assert.equal(countOf(before.days), 4)
    assert.equal(await foldFigures(books.database), 4)
    assert.deepEqual(await all(), before)
    await end(success, await acceptPayoutOne(books, merchant))
    await end(failed)
    const half = await all()
    assert.equal(countOf(half.days), 6)
    assert.equal(await foldFigures(books.database), 2)
    assert.deepEqual(await all(), half)
    assert.equal(await foldFigures(books.database), 0)
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('are counts and sums of what ended, by type and outcome, in minor units', async () => {
    const price = { price: money(2000n, 'XOF') }
    for (const terms of [price, {}]) await end(success, await acceptOne(books, merchant, { terms }))
    await end(failed)
    const { days, failure } = await all()
    const told = days.map(({ status, count, charged, fees, net }) => [
      status,
      count,
      charged - fees - net,
      net,
    ])
    assert.deepEqual(
      told.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
      [
        ['failed', 1, 0n, 1000n],
        ['succeeded', 2, 0n, 3000n],
      ],
    )
    assert.deepEqual(
      failure.map(({ value, count }) => [value, count]),
      [['insufficient_funds', 1]],
    )
  })

  it('count a payment once in each dimension in which it has a value', async () => {
    await end(success)
    const { days, hour, provider, channel, terminal, payment_link: link } = await all()
    assert.equal(countOf(days), 1)
    for (const dimension of [hour, provider, channel]) assert.equal(countOf(dimension), 1)
    assert.deepEqual([terminal, link], [[], []])
    assert.equal(provider[0]?.value, 'mtn-benin')
    assert.match(hour[0]?.value ?? '', /^([01]\d|2[0-3])$/)
  })

  it('are of the day and hour of the main market on which a payment was asked for', async () => {
    for (const at of ['2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00Z']) {
      const id = await acceptOne(books, merchant)
      await books.rows('update transaction set created_at = $2 where id = $1', id, at)
      await end(success, id)
    }
    const { days, hour } = await all()
    assert.deepEqual(
      days.map(({ day }) => day),
      ['2026-03-01', '2026-03-02'],
    )
    assert.deepEqual(
      hour.map(({ value }) => value),
      ['00', '23'],
    )
    const first = { from: '2026-03-01', to: '2026-03-01' }
    const of = await readDayFigures(books.database, merchant.serviceEnvId, first)
    assert.deepEqual(
      of.map(({ day }) => day),
      ['2026-03-01'],
    )
  })

  it('say what payments cost the merchant, of days from before that was summed up too', async () => {
    await openBalance(books.database, merchant, money(100_000n, 'XOF'))
    const borne = async () =>
      (await all()).days
        .map(({ type, status, borne: cost }) => [type, status, cost] as const)
        .toSorted(([a], [b]) => a.localeCompare(b))
    for (const payer of ['merchant', 'customer'] as const) {
      const feeRule = { ...rule(), payer }
      const terms = { price: money(1003n, 'XOF'), feeRule }
      await end(success, await acceptOne(books, merchant, { terms }))
    }
    await end(success, await acceptPayoutOne(books, merchant))
    const told = await borne()
    const [collections] = await books.rows<{ cost: string }>(
      `select sum(amount - net_amount) as cost from transaction where type = 'collection'`,
    )
    assert.deepEqual(told, [
      ['collection', 'succeeded', BigInt(collections?.cost ?? assert.fail())],
      ['payout', 'succeeded', 20n],
    ])
    await foldFigures(books.database)
    assert.deepEqual(await borne(), told, 'summed up')
    await books.rows('update day_figure set borne = null')
    await end(failed)
    await end(success, await acceptOne(books, merchant))
    const unknown = (await borne()).find(
      ([type, status]) => type === 'collection' && status === 'succeeded',
    )
    assert.equal(unknown?.[2], null, 'a part of a day is not its sum')
    await foldFigures(books.database)
    await end(success, await acceptOne(books, merchant))
    assert.ok((await fillFigures(books.database)) > 0)
    assert.equal(await fillFigures(books.database), 0)
    const cost = (await borne()).find(
      ([type, status]) => type === 'collection' && status === 'succeeded',
    )
    const [again] = await books.rows<{ cost: string }>(
      `select sum(amount - net_amount) as cost from transaction where type = 'collection' and status = 'succeeded'`,
    )
    assert.equal(cost?.[2], BigInt(again?.cost ?? assert.fail()))
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('are those of one service in one mode alone', async () => {
    const other = await createMerchant(books)
    await end(success)
    await foldFigures(books.database)
    await end(success)
    const of = await readDayFigures(books.database, other.serviceEnvId, always)
    assert.deepEqual(of, [])
  })

  it('miss nothing and count nothing twice while payments end and are summed up at once', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => acceptOne(books, merchant)))
    const seen: number[] = []
    await Promise.all([
      ...ids.map((id) => end(success, id)),
      ...Array.from({ length: 12 }, async () => {
        await foldFigures(books.database)
        seen.push(countOf((await all()).days))
      }),
    ])
    await foldFigures(books.database)
    const { days, channel } = await all()
    assert.equal(countOf(days), 24)
    assert.equal(countOf(channel), 24)
    assert.ok(seen.every((count) => count <= 24))
    assert.deepEqual(await checkInvariants(books.database), [])
  })

  it('keep no payment from its end while they are summed up', async () => {
    await end(success)
    const client = await books.database.pool.connect()
    try {
      await client.query('begin; select figures_fold(1000)')
      await end(success)
      assert.equal(await foldFigures(books.database), 0, 'one at a time')
    } finally {
      await client.query('commit')
      client.release()
    }
    assert.equal(countOf((await all()).days), 2)
  })

  async function end(
    outcome: Parameters<typeof settleTransaction>[2]['outcome'],
    transactionId?: TransactionId,
  ): Promise<void> {
    const id = transactionId ?? (await acceptOne(books, merchant))
    await settleTransaction(books.database, books.outbox, { transactionId: id, outcome })
  }

  async function all() {
    const by = (dimension: FigureDimension) =>
      readFiguresBy(books.database, merchant.serviceEnvId, { dimension, ...always })
    return {
      days: await readDayFigures(books.database, merchant.serviceEnvId, always),
      hour: await by('hour'),
      provider: await by('provider'),
      channel: await by('channel'),
      terminal: await by('terminal'),
      payment_link: await by('payment_link'),
      failure: await by('failure'),
    }
  }
})

function countOf(figures: readonly Figures[]): number {
  return figures.reduce((total, { count }) => total + count, 0)
}
