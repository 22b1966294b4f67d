import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { recordTestEvent } from '#db/events.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { inTransaction, onPool, type Sql } from '#db/sql.ts'
import { asId, type EndpointId, type RefundId, type TransactionId } from '#domain/ids.ts'
import type { EventType } from '#domain/webhooks/events.ts'
import { samplePayload } from '#domain/webhooks/samples.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { payFor } from '#test/support/paid.ts'
import { createKey, createTenant, type Tenant } from '#test/support/tenant.ts'

const version = { 'Service-Version': '2.6.0' }

describe('GET /v2/events, asked for by its version', () => {
  const api = given(() => sharedApiAlone())

  const read = (key: string, search = '') =>
    call(api, { path: `/v2/events${search}`, key, headers: version })

  /** A merchant with a webhook, and a way to write events of it in a transaction of the test's own. */
  async function writer() {
    const tenant = await createTenant(api.database)
    const terms = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
    const { endpoint } = await createWebhookEndpoint(api.database, tenant.serviceEnvId, terms)
    const write = async (tx: Sql, type: EventType = 'test.ping') => {
      await recordTestEvent(tx, api.database.keyring, await testEventOf(tenant, endpoint.id, type))
    }
    const happen = (type?: EventType) => inTransaction(api.database.pool, (tx) => write(tx, type))
    return { tenant, write, happen, key: tenant.keys.secret }
  }

  async function testEventOf({ serviceEnvId }: Tenant, id: EndpointId, type: EventType) {
    const about = { mode: 'sandbox', serviceEnvId, now: new Date(), ...freshIds() } as const
    const secretSealed = api.database.keyring.seal(sealedColumns.webhookSecret, id, randomUUID())
    const endpoint = { id, secretSealed, secretVersion: 1 }
    return { type, serviceEnvId, data: samplePayload(type, about), endpoint }
  }

  it('gives the same body as the webhook of a payment, to the secret key alone', async () => {
    const { transaction, merchant } = await payFor(api, { mode: 'sandbox' })
    const owner = { ...(await createTenant(api.database)), serviceEnvId: merchant.serviceEnvId }
    const key = await createKey(api.database, owner, 'secret')
    // The list holds back what is younger than a transaction that is still open, in any database of the server.
    const json = await eventually(async () => {
      const answer = (await read(key)).json
      return answer.data.length > 0 && answer
    })
    const [event] = json.data
    assert.equal(json.data.length, 1)
    const { id, created_at, data, ...rest } = event
    assert.deepEqual(rest, {
      object: 'event',
      type: 'payment.success',
      mode: 'sandbox',
      test: false,
    })
    assert.match(created_at, /Z$/)
    assert.equal(data.transactionId, transaction.id)
    assert.equal(data.status, 'VALIDATED')
    assert.equal(data.externalId, transaction.reference)
    const one = await call(api, { path: `/v2/events/${id}`, key, headers: version })
    assert.deepEqual(one.json.data, event)

    const { keys } = await createTenant(api.database)
    const stranger = await call(api, {
      path: `/v2/events/${id}`,
      key: keys.secret,
      headers: version,
    })
    assert.deepEqual(refusalOf(stranger), { status: 404, code: 'event_not_found' })
    assert.deepEqual((await read(keys.secret)).json.data, [])
    for (const kind of ['public', 'terminal', 'session'] as const)
      assert.deepEqual(refusalOf(await read(keys[kind])), {
        status: 403,
        code: 'secret_key_required',
      })
  })

  it('goes on from where it stopped, by cursor or by the last event, and misses and repeats nothing', async () => {
    const { key, happen } = await writer()
    for (let count = 0; count < 5; count += 1) await happen()
    const all = (await read(key)).json
    assert.equal(all.meta.has_more, false)
    const ids = all.data.map(({ id }: { id: string }) => id)
    assert.equal(ids.length, 5)
    const first = (await read(key, '?limit=2')).json
    assert.deepEqual([first.data.length, first.meta.has_more, first.meta.limit], [2, true, 2])
    const rest = (await read(key, `?limit=3&after=${first.meta.next_cursor}`)).json
    assert.deepEqual([...first.data, ...rest.data], all.data)
    assert.equal(rest.meta.has_more, false)
    const none = (await read(key, `?after=${rest.meta.next_cursor}`)).json
    assert.deepEqual([none.data, none.meta.has_more], [[], false])
    await happen('refund.failed')
    const news = (await read(key, `?after=${none.meta.next_cursor}`)).json
    assert.deepEqual(
      [news.data.length, news.data[0].type, news.data[0].test],
      [1, 'refund.failed', true],
    )
    const after = (await read(key, `?after=${ids[3].toUpperCase()}`)).json.data
    assert.deepEqual(
      after.map(({ id }: { id: string }) => id),
      [ids[4], news.data[0].id],
    )
  })

  it('gives what commits late after what was given before: a cursor is never overtaken', async () => {
    const { key, write, happen } = await writer()
    const isWritten = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const late = inTransaction(api.database.pool, async (tx) => {
      await write(tx, 'funds.held')
      isWritten.resolve()
      await mayCommit.promise
    })
    await isWritten.promise
    await happen('funds.released')
    const before = (await read(key)).json
    assert.deepEqual(before.data, [], 'what is younger waits for what is older')
    mayCommit.resolve()
    await late
    const settled = await eventually(async () => {
      const { json } = await read(key, `?after=${before.meta.next_cursor}`)
      return json.data.length === 2 && json.data
    })
    assert.deepEqual(
      settled.map(({ type }: { type: string }) => type),
      ['funds.held', 'funds.released'],
    )
  })

  it('waits for the next event, and of chosen types only', async () => {
    const { key, tenant, happen } = await writer()
    await happen()
    const { json } = await read(key, '?after=latest')
    assert.deepEqual(json.data, [])
    const search = `?wait=5&type=refund.success,refund.failed&after=${json.meta.next_cursor}`
    const waiting = read(key, search)
    await eventually(async () => {
      const { count } = await onPool(api.database.pool).one<{ count: number }>(
        'select count(*)::int as count from waiting where subject_id = $1 and until > now()',
        [tenant.serviceEnvId],
      )
      return count > 0
    })
    await happen('funds.held')
    await happen('refund.success')
    const answer = await waiting
    assert.deepEqual(
      answer.json.data.map(({ type }: { type: string }) => type),
      ['refund.success'],
    )
    const quiet = await read(key, `?wait=1&after=${answer.json.meta.next_cursor}`)
    assert.deepEqual([quiet.status, quiet.json.data], [200, []])
  })

  it('refuses places of other lists and unknown types', async () => {
    const { key } = await writer()
    const other = await writer()
    const { next_cursor } = (await read(other.key)).json.meta
    for (const after of [next_cursor, 'abc.def', randomUUID()])
      assert.deepEqual(refusalOf(await read(key, `?after=${after}`)), {
        status: 422,
        code: 'invalid_cursor',
        field: 'after',
      })
    assert.equal((await read(key, '?type=payment.paid')).json.error.code, 'invalid_parameter')
    assert.equal((await read(key, '?wait=21')).json.error.code, 'invalid_wait')
  })

  it('says that a place is of another history, after a copy into another server', async () => {
    const { key, tenant, happen } = await writer()
    await happen()
    // An event shows once no older transaction runs, of whatever database of the server.
    const [event] = await eventually(async () => {
      const { json } = await read(key)
      return json.data.length > 0 && json.data
    })
    await onPool(api.database.pool).rows(
      `update event set recorded_in = '999999999999' where service_env_id = $1`,
      [tenant.serviceEnvId],
    )
    const answer = await read(key, `?after=${event.id}`)
    assert.deepEqual(refusalOf(answer), { status: 422, code: 'invalid_cursor', field: 'after' })
  })
})

function freshIds() {
  return {
    transactionId: asId<TransactionId>(randomUUID()),
    refundId: asId<RefundId>(randomUUID()),
  }
}
