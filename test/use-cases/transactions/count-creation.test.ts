import assert from 'node:assert/strict'
import type { ServiceEnvId } from '#domain/ids.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { CreationLimits } from '#use-cases/transactions/count-creation.ts'
import { findPayable } from '#use-cases/payment-links/payables.ts'
import { createLink } from '#test/support/payment-links.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { acceptOne, createMerchant, type Merchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'

describe('the limits on creations', () => {
  const books = givenBooks(20)

  function accept(merchant: Merchant, limits: Partial<CreationLimits>, phone = freshPhone()) {
    return acceptOne(books, merchant, { limits, phone })
  }

  let phones = 0
  /** One of a million: nobody else asks it here. */
  const anyPhone = () => `2290155${String((phones += 1)).padStart(6, '0')}`

  function atOnce(count: number, create: () => Promise<unknown>): Promise<Record<string, number>> {
    return tallyOf(Array.from({ length: count }, create))
  }

  /** Rows that a creation leaves, of each kind. */
  async function traces({ serviceEnvId }: { serviceEnvId: ServiceEnvId }): Promise<object> {
    const [row] = await books.rows<object>(
      `select (select count(*)::int from transaction where service_env_id = $1) as transactions,
         (select count(*)::int from idempotency_record where service_env_id = $1) as records,
         (select count(*)::int from outbox where subject_id in (
           select id from transaction where service_env_id = $1)) as announced`,
      serviceEnvId,
    )
    assert.ok(row)
    return row
  }

  function traceOf(count: number) {
    return { transactions: count, records: count, announced: count }
  }

  function moveBack({ serviceEnvId }: Merchant, age: string): Promise<object[]> {
    return books.rows(
      'update transaction set created_at = created_at - $2::interval where service_env_id = $1',
      serviceEnvId,
      age,
    )
  }

  describe('in sandbox', () => {
    it('let exactly 20 of 60 at once pass a minute with a key', async () => {
      const merchant = await createMerchant(books)
      const tally = await atOnce(60, () => accept(merchant, { sandboxPerMinute: 20 }))
      assert.deepEqual(tally, { done: 20, sandbox_rate_limited: 40 })
      assert.deepEqual(await traces(merchant), traceOf(20))
    })

    it('bind as exactly where the counters alone were asked at first, far from the limit', async () => {
      for (const limits of [{ sandboxPerMinute: 130 }, { sandboxPerDay: 130 }]) {
        const merchant = await createMerchant(books)
        const tally = await atOnce(150, () => accept(merchant, limits, anyPhone()))
        assert.deepEqual(tally, { done: 130, sandbox_rate_limited: 20 })
      }
      const merchant = await createMerchant(books, { mode: 'live' })
      const limits = { requestsPerMerchantPerMinute: 110 }
      await atOnce(110, () => accept(merchant, limits, anyPhone()))
      assert.equal(await refusalCode(accept(merchant, limits, anyPhone())), 'rate_limited')
    })

    it('count each key for itself in the minute, and all keys of the service in the day', async () => {
      const merchant = await createMerchant(books)
      const other = { ...merchant, apiKeyId: await publicKeyId(merchant) }
      const limits = { sandboxPerMinute: 10, sandboxPerDay: 15 }
      assert.deepEqual(await atOnce(30, () => accept(merchant, limits)), {
        done: 10,
        sandbox_rate_limited: 20,
      })
      assert.deepEqual(await atOnce(15, () => accept(other, limits)), {
        done: 5,
        sandbox_rate_limited: 10,
      })
      assert.deepEqual(await traces(merchant), traceOf(15))
    })

    it('let exactly 20 of 60 at once pass a day, from two keys together', async () => {
      const merchant = await createMerchant(books)
      const other = { ...merchant, apiKeyId: await publicKeyId(merchant) }
      let turn = 0
      const tally = await atOnce(60, () =>
        accept((turn += 1) % 2 === 0 ? merchant : other, { sandboxPerDay: 20 }),
      )
      assert.deepEqual(tally, { done: 20, sandbox_rate_limited: 40 })
    })

    it('start anew with the next minute and with the next day', async () => {
      const merchant = await createMerchant(books)
      const limits = { sandboxPerMinute: 2, sandboxPerDay: 4 }
      assert.deepEqual(await atOnce(2, () => accept(merchant, limits)), { done: 2 })
      await moveBack(merchant, '59 seconds')
      assert.equal(await refusalCode(accept(merchant, limits)), 'sandbox_rate_limited')
      // Yesterday's last second counts for neither.
      await books.rows(
        `update transaction set created_at = date_trunc('day', now()) - interval '1 ms' - interval '1 minute'
         where service_env_id = $1`,
        merchant.serviceEnvId,
      )
      assert.deepEqual(await atOnce(3, () => accept(merchant, limits)), {
        done: 2,
        sandbox_rate_limited: 1,
      })
    })

    it('say when to come back', async () => {
      const merchant = await createMerchant(books)
      for (const limits of [{ sandboxPerMinute: 0 }, { sandboxPerDay: 0 }]) {
        await assert.rejects(accept(merchant, limits), ({ details }) => {
          const seconds: unknown = details.retry_after_seconds
          return typeof seconds === 'number' && seconds >= 1 && seconds <= 86_400
        })
      }
    })

    it('do not bind live', async () => {
      const merchant = await createMerchant(books, { mode: 'live' })
      const limits = { sandboxPerMinute: 0, sandboxPerDay: 0 }
      assert.deepEqual(await atOnce(5, () => accept(merchant, limits)), { done: 5 })
    })
  })

  for (const mode of ['live', 'sandbox'] as const) {
    describe(`for one number in ${mode}`, () => {
      it('let exactly 5 of 15 at once be pending', async () => {
        const merchant = await createMerchant(books, { mode })
        const phone = freshPhone()
        const tally = await atOnce(15, () => accept(merchant, { pendingPerNumber: 5 }, phone))
        assert.deepEqual(tally, { done: 5, rate_limited: 10 })
        assert.deepEqual(await traces(merchant), traceOf(5))
        assert.deepEqual(await atOnce(3, () => accept(merchant, { pendingPerNumber: 1 })), {
          done: 3,
        })
      })

      it('let another come when one has ended', async () => {
        const merchant = await createMerchant(books, { mode })
        const phone = freshPhone()
        const limits = { pendingPerNumber: 1 }
        const transactionId = await accept(merchant, limits, phone)
        assert.equal(await refusalCode(accept(merchant, limits, phone)), 'rate_limited')
        // Pending counts however old it is.
        await moveBack(merchant, '2 days')
        assert.equal(await refusalCode(accept(merchant, limits, phone)), 'rate_limited')
        await settleTransaction(books.database, books.outbox, {
          transactionId,
          outcome: { status: 'failed', failureCode: 'payer_rejected', providerReference: null },
        })
        await accept(merchant, limits, phone)
      })

      it('let exactly 4 of 12 requests at once pass in the window, whatever became of them', async () => {
        const merchant = await createMerchant(books, { mode })
        const phone = freshPhone()
        const limits = { requestsPerNumber: 4, requestsPerNumberWindowMs: 600_000 }
        assert.deepEqual(await atOnce(12, () => accept(merchant, limits, phone)), {
          done: 4,
          rate_limited: 8,
        })
        const ids = await books.rows<{ id: string }>(
          'select id from transaction where service_env_id = $1',
          merchant.serviceEnvId,
        )
        assert.equal(ids.length, 4)
        await moveBack(merchant, '9 minutes 50 seconds')
        assert.equal(await refusalCode(accept(merchant, limits, phone)), 'rate_limited')
        await moveBack(merchant, '11 seconds')
        assert.deepEqual(await atOnce(12, () => accept(merchant, limits, phone)), {
          done: 4,
          rate_limited: 8,
        })
      })
    })
  }

  it('in live, all merchants together ask one number no more than one may', async () => {
    const merchants = await Promise.all(
      Array.from({ length: 3 }, () => createMerchant(books, { mode: 'live' })),
    )
    const phone = freshPhone()
    let turn = 0
    const next = (): Merchant => {
      const merchant = merchants[(turn += 1) % merchants.length]
      assert.ok(merchant)
      return merchant
    }
    const tally = await atOnce(15, () => accept(next(), { pendingPerNumber: 5 }, phone))
    assert.deepEqual(tally, { done: 5, rate_limited: 10 })
    const sandbox = await createMerchant(books)
    await accept(sandbox, { pendingPerNumber: 1 }, phone)
  })

  it('in live, what strangers ask of a number leaves it to the keys of all merchants', async () => {
    const [one, other] = await Promise.all([
      createMerchant(books, { mode: 'live' }),
      createMerchant(books, { mode: 'live' }),
    ])
    const phone = freshPhone()
    const limits = { pendingPerNumber: 2 }
    const { id } = await createLink(books.database, one)
    const payable = await findPayable(books.database, id)
    assert.ok(payable)
    const tally = await atOnce(5, () => acceptOne(books, one, { limits, phone, payable }))
    assert.deepEqual(tally, { done: 2, rate_limited: 3 })
    await accept(other, limits, phone)
    await accept(one, limits, phone)
    assert.equal(await refusalCode(accept(other, limits, phone)), 'rate_limited')
  })

  it('in sandbox, a number asked by one service is free for another', async () => {
    const [one, other] = [await createMerchant(books), await createMerchant(books)]
    const phone = freshPhone()
    await accept(one, { pendingPerNumber: 1, requestsPerNumber: 1 }, phone)
    await accept(other, { pendingPerNumber: 1, requestsPerNumber: 1 }, phone)
    assert.equal(await refusalCode(accept(one, { pendingPerNumber: 1 }, phone)), 'rate_limited')
  })

  it('refuse a merchant that asks too often in a minute', async () => {
    for (const mode of ['live', 'sandbox'] as const) {
      const merchant = await createMerchant(books, { mode })
      const limits = { requestsPerMerchantPerMinute: 3 }
      for (let count = 0; count < 3; count += 1) await accept(merchant, limits)
      assert.equal(await refusalCode(accept(merchant, limits)), 'rate_limited')
      await moveBack(merchant, '61 seconds')
      await accept(merchant, limits)
      assert.deepEqual(await traces(merchant), traceOf(4))
    }
  })

  async function publicKeyId({ serviceEnvId }: Merchant): Promise<Merchant['apiKeyId']> {
    const [row] = await books.rows<{ id: Merchant['apiKeyId'] }>(
      `select id from api_key where service_env_id = $1 and kind = 'public'`,
      serviceEnvId,
    )
    assert.ok(row)
    return row.id
  }
})
