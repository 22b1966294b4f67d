import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import type { DeliveryId } from '#domain/ids.ts'
import {
  type AttemptEnd,
  claimAttempt,
  type ClaimedAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { givenBooks } from '#test/support/books.ts'
import { beginAttempt, endOf, historyOf, waitingDelivery } from './deliveries.ts'

describe('an attempt of a delivery', () => {
  const books = givenBooks(20)

  const claim = (deliveryId: DeliveryId, attempt: number) =>
    claimAttempt(books.database, { deliveryId, attempt })

  const begin = (id: DeliveryId, attempt: number) => beginAttempt(books, id, attempt)

  function finish(deliveryId: DeliveryId, { attemptId }: ClaimedAttempt, end: AttemptEnd) {
    return finishAttempt(books.database, { deliveryId, attemptId }, end)
  }

  it('is taken by one of 20 at once; the others are told that it is being sent', async () => {
    const { id } = await waitingDelivery(books)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(id, 1)))
    const states = claims.map(({ state }) => state).toSorted()
    assert.deepEqual(states, ['claimed', ...Array<string>(19).fill('under_way')])
    assert.deepEqual((await historyOf(books, id)).sent, ['1 open'])
  })

  it('gives the endpoint’s address, and the same signed bytes every time', async () => {
    const { id, secret } = await waitingDelivery(books)
    const first = await begin(id, 1)
    const hmac = createHmac('sha256', secret).update(first.payload).digest('hex')
    assert.deepEqual(first, {
      state: 'claimed',
      attemptId: first.attemptId,
      claimedAt: first.claimedAt,
      number: 1,
      isExtra: false,
      url: 'https://shop.example/hook',
      mode: 'sandbox',
      eventId: first.eventId,
      payload: first.payload,
      signature: hmac,
      secrets: [secret],
    })
    await finish(id, first, endOf('failed'))
    const second = await begin(id, 2)
    assert.notEqual(second.attemptId, first.attemptId)
    const { attemptId, claimedAt } = first
    assert.deepEqual({ ...second, attemptId, claimedAt }, { ...first, number: 2 })
  })

  it('that failed is noted with its answer and the time of the next', async () => {
    const { id } = await waitingDelivery(books)
    const first = await begin(id, 1)
    assert.ok(await finish(id, first, endOf('failed')))
    assert.deepEqual(await historyOf(books, id), {
      status: 'failed',
      attempts: 1,
      error: 'http_500',
      http: 500,
      dated: false,
      next: 60,
      sent: ['1 http_500'],
    })
    assertFailedBefore(await claim(id, 1), 'http_500')
  })

  it('that was answered by a 2xx ends the delivery: nothing is sent again, under no number', async () => {
    const { id } = await waitingDelivery(books)
    await finish(id, await begin(id, 1), endOf('failed'))
    await finish(id, await begin(id, 2), endOf('delivered'))
    for (const attempt of [1, 2, 3, 6]) {
      assert.deepEqual(await claim(id, attempt), { state: 'delivered' })
    }
    const history = await historyOf(books, id)
    assert.equal(history.status, 'delivered')
    assert.equal(history.dated, true)
    assert.deepEqual(history.sent, ['1 http_500', '2 200'])
  })

  it('ends once: of 10 reports at once one is recorded, and a later one changes nothing', async () => {
    const { id } = await waitingDelivery(books)
    const first = await begin(id, 1)
    const ends = Array.from({ length: 10 }, (_, at) =>
      finish(id, first, endOf(at % 2 === 0 ? 'delivered' : 'failed')),
    )
    const recorded = await Promise.all(ends)
    assert.equal(recorded.filter(Boolean).length, 1)
    const history = await historyOf(books, id)
    const other = history.status === 'delivered' ? 'failed' : 'delivered'
    assert.equal(await finish(id, first, endOf(other)), undefined)
    assert.deepEqual(await historyOf(books, id), history)
  })

  it('is one of six: the sixth failure abandons, and no seventh begins', async () => {
    const { id } = await waitingDelivery(books)
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await finish(id, await begin(id, attempt), endOf('failed'))
    }
    const sixth = await begin(id, 6)
    await finish(id, sixth, endOf('abandoned'))
    assert.deepEqual(await claim(id, 7), { state: 'abandoned', reason: 'http_500' })
    const history = await historyOf(books, id)
    assert.equal(history.status, 'abandoned')
    assert.equal(history.next, null)
    assert.equal(history.sent.length, 6)
  })

  it('has no number beyond six, none below one, and none again', async () => {
    const { id } = await waitingDelivery(books)
    await assert.rejects(claim(id, 7), { name: 'ConstraintViolation' })
    assert.equal((await claim(id, 0)).state, 'failed')
    await finish(id, await begin(id, 3), endOf('failed'))
    assert.equal((await claim(id, 2)).state, 'failed')
    assert.deepEqual((await historyOf(books, id)).sent, ['3 http_500'])
  })

  it('of a delivery that there is not is an error, not a send', async () => {
    await assert.rejects(claim(randomUUID() as DeliveryId, 1))
  })

  it('keeps 500 characters of the answer at most', async () => {
    const { id } = await waitingDelivery(books)
    const first = await begin(id, 1)
    const tooLong = endOf('delivered', { extract: 'x'.repeat(501) })
    await assert.rejects(finish(id, first, tooLong), { name: 'ConstraintViolation' })
    assert.equal((await historyOf(books, id)).status, 'pending')
    const longest = endOf('delivered', { extract: '\u{1F600}'.repeat(500) })
    assert.ok(await finish(id, first, longest))
  })

  describe('is kept sealed', () => {
    it('a body and an event’s data are unreadable in every table of webhooks', async () => {
      const canaries = ['2290196012345', 'awa@example.com', 'Awa Dossou']
      const { id, secret } = await waitingDelivery(books, { phone: canaries[0] ?? '' })
      const { payload, signature } = await begin(id, 1)
      const sql = onPool(books.database.pool)
      const tables = ['webhook_endpoint', 'event', 'webhook_delivery', 'webhook_attempt', 'outbox']
      for (const table of tables) {
        const kept = await sql.rows<object>(`select * from ${table}`)
        assert.ok(kept.length > 0, table)
        const text = kept.map(readable).join('\n')
        for (const canary of [...canaries, secret, payload.slice(0, 40), signature]) {
          assert.ok(!text.includes(canary), `${table} shows ${canary}`)
          assert.ok(!text.includes(Buffer.from(canary).toString('base64').slice(0, -4)), table)
        }
      }
    })

    it('and one that cannot be read costs no attempt, first, asked for or next', async () => {
      const { pool } = books.database
      const { id } = await waitingDelivery(books)
      const flip = () =>
        pool.query(
          `update webhook_delivery set body_sealed = set_byte(body_sealed, length(body_sealed) - 1,
             255 - get_byte(body_sealed, length(body_sealed) - 1)) where id = $1`,
          [id],
        )
      for (const number of [1, 2]) {
        if (number === 2)
          await pool.query(
            `update webhook_delivery set status = 'pending', asked_attempt = 'next' where id = $1`,
            [id],
          )
        const before = await historyOf(books, id)
        await flip()
        await assert.rejects(claim(id, number))
        await assert.rejects(claim(id, number))
        const { attempts, sent } = await historyOf(books, id)
        assert.deepEqual({ attempts, sent }, { attempts: before.attempts, sent: before.sent })
        await flip()
        const made = await begin(id, number)
        assert.equal(made.number, number)
        await finish(id, made, endOf('failed'))
      }
      await flip()
      await assert.rejects(claim(id, 3))
      await flip()
      assert.equal((await begin(id, 3)).number, 3)
    })

    it('and a body as long as it may be sent again', async () => {
      const bodyOf = async (id: DeliveryId) =>
        onPool(books.database.pool).one<{ isKept: boolean }>(
          'select body_sealed is not null as "isKept" from webhook_delivery where id = $1',
          [id],
        )
      for (const [outcome, isKept] of [
        ['delivered', false],
        ['failed', true],
        ['abandoned', true],
      ] as const) {
        const { id } = await waitingDelivery(books)
        await finish(id, await begin(id, 1), endOf(outcome))
        assert.deepEqual(await bodyOf(id), { isKept }, outcome)
      }
    })

    it('and each opens under its own purpose alone', async () => {
      const { id, endpointId } = await waitingDelivery(books)
      const { sealed, eventId } = await onPool(books.database.pool).one<{
        sealed: Buffer[]
        eventId: string
      }>(
        `select e.id as "eventId", array[d.body_sealed, w.secret_sealed, e.data_sealed] as sealed from webhook_delivery d
         join webhook_endpoint w on w.id = d.endpoint_id join event e on e.id = d.event_id
         where d.id = $1 and w.id = $2`,
        [id, endpointId],
      )
      const { deliveryBody, webhookSecret, eventData } = sealedColumns
      const places = [
        [deliveryBody, id],
        [webhookSecret, endpointId],
        [eventData, eventId],
      ] as const
      const { keyring } = books.database
      for (const [at, bytes] of sealed.entries()) {
        for (const [other, [column, row]] of places.entries()) {
          const open = () => keyring.open(column, row, bytes)
          if (at === other) assert.ok(open().length > 0)
          else assert.throws(open, `${at} opens as ${column.table}`)
          assert.throws(() => keyring.open(column, randomUUID(), bytes), 'of another row')
        }
      }
    })
  })
})

/** The answer of an attempt 1 whose failure is known. */
/** It failed before, and what is left of its minute is told. */
function assertFailedBefore(found: object, reason: string): void {
  const { retryInMs, ...failure } = found as { readonly retryInMs: number }
  assert.deepEqual(failure, { state: 'failed', reason, number: 1, isExtra: false })
  assert.ok(retryInMs > 0 && retryInMs <= 60_000, `${retryInMs} ms`)
}

/** A row with its bytes as somebody who looks at them sees them. */
function readable(row: object): string {
  return Object.values(row)
    .map((value: unknown) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value),
    )
    .join(' ')
}
