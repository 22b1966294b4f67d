import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('an operator’s callback', () => {
  const api = given(() => startApiAlone({ RATE_LIMIT_CALLBACKS_PER_MINUTE: '500' }))
  const tenant = given(() => createTenant(api.database))

  async function payment(): Promise<{ id: TransactionId; request: string }> {
    const { json } = await call(api, collectionCall(tenant.keys.secret))
    const id: TransactionId = json.data.id
    const { request } = await onPool(api.database.pool).one<{ request: string }>(
      'select operator_request_id as request from transaction where id = $1',
      [id],
    )
    return { id, request }
  }

  function callBack(id: string, init: RequestInit = {}, at = api): Promise<Response> {
    return fetch(`${at.baseUrl}/operators/mtn/callbacks/${id}`, { method: 'POST', ...init })
  }

  /** Temporal is away, so what was announced is still there. */
  async function announced(id: TransactionId): Promise<string[]> {
    const rows = await onPool(api.database.pool).rows<{ what: string }>(
      `select kind || coalesce(' ' || signal, '') as what from outbox where subject_id = $1 order by id`,
      [id],
    )
    return rows.map(({ what }) => what)
  }

  it('comes by POST or by PUT, without a key, and says “look now” to the payment it names', async () => {
    for (const method of ['POST', 'PUT']) {
      const { id, request } = await payment()
      const body = JSON.stringify({ status: 'SUCCESSFUL', amount: '1', externalId: request })
      const answer = await callBack(request, { method, body })
      assert.deepEqual([answer.status, await answer.text()], [200, ''])
      assert.deepEqual(await announced(id), ['collection', 'collection operatorAnswered'])
    }
  })

  it('decides nothing, whatever it says', async () => {
    const { id, request } = await payment()
    for (const body of ['{"status":"SUCCESSFUL"}', '{"status":"FAILED"}', '<xml>', '\u0000', '']) {
      assert.equal((await callBack(request, { body })).status, 200)
    }
    const { json } = await call(api, { path: `/v2/transactions/${id}`, key: tenant.keys.secret })
    assert.equal(json.data.status, 'pending')
  })

  it('about an id that is not ours, or none at all, is answered alike and announces nothing', async () => {
    const before = await outboxSize()
    for (const id of [randomUUID(), 'x', '%00', '1'.repeat(64), "' or 1=1 --"]) {
      const answer = await callBack(encodeURIComponent(id))
      assert.deepEqual([answer.status, await answer.text()], [200, ''], id)
    }
    assert.equal(await outboxSize(), before)
  })

  it('is no address for anything else', async () => {
    const { request } = await payment()
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      assert.equal((await callBack(request, { method })).status, 404, method)
    }
    assert.equal((await callBack(`${request}/more`)).status, 404)
    assert.equal((await callBack('1'.repeat(65))).status, 404)
  })

  it('with a body of any size costs no memory: little of it is read', async () => {
    const { id, request } = await payment()
    const answer = await callBack(request, { body: 'x'.repeat(200_000) }).catch(() => undefined)
    assert.ok(answer === undefined || answer.status === 200)
    assert.equal((await announced(id)).length, 2)
  })

  it('sent without end is handed on twenty times for one payment, and no more', async () => {
    const { id, request } = await payment()
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 20 }, () => callBack(request)))
    }
    const signals = (await announced(id)).filter((what) => what.endsWith('operatorAnswered'))
    assert.equal(signals.length, 20)
  })

  it('after an end without success opens the watch over late answers, however many came before', async () => {
    const { id, request } = await payment()
    await onPool(api.database.pool).rows(
      `update transaction set callbacks = 20, status = 'expired', failure_code = 'expired',
         pending_reason = null, completed_at = now() where id = $1`,
      [id],
    )
    await callBack(request)
    const late = (await announced(id)).slice(-2)
    assert.deepEqual(late, ['late-answer', 'late-answer operatorAnswered'])
  })

  it('after a success is worth a look if it denies that, and only then, however it is sent', async () => {
    const news = async (body: string) => {
      const { id, request } = await payment()
      await onPool(api.database.pool).rows(
        `update transaction set status = 'succeeded', funds_status = 'available', pending_reason = null,
           completed_at = now() where id = $1`,
        [id],
      )
      assert.equal((await callBack(request, { body })).status, 200)
      return (await announced(id)).slice(1)
    }
    const failed = JSON.stringify({ status: 'FAILED', reason: 'INTERNAL_PROCESSING_ERROR' })
    assert.deepEqual(await news(failed), ['late-answer', 'late-answer operatorAnswered'])
    const long = JSON.stringify({ status: 'FAILED', note: 'x'.repeat(5000) })
    for (const body of ['{"status":"SUCCESSFUL"}', '{"status":"PENDING"}', '{"status":7}', long])
      assert.deepEqual(await news(body), [], body.slice(0, 30))
    for (const body of ['["FAILED"]', 'null', '{"status":', ''])
      assert.deepEqual(await news(body), [], body)
  })

  it('above the limit of one address is told to come back later, and the API goes on', async () => {
    const narrow = await startApiAlone({ RATE_LIMIT_CALLBACKS_PER_MINUTE: '3' })
    const statuses: number[] = []
    for (let times = 0; times < 5; times += 1) {
      const answer = await callBack(randomUUID(), {}, narrow)
      statuses.push(answer.status)
      if (answer.status === 429) assert.ok(Number(answer.headers.get('Retry-After')) > 0)
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    assert.equal((await fetch(`${narrow.baseUrl}/healthz`)).status, 200)
    await narrow.stop()
  })

  async function outboxSize(): Promise<number> {
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      'select count(*)::int as count from outbox',
    )
    return count
  }
})
