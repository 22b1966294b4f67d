import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { recordTestEvent } from '#db/events.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { asId, type RefundId, type TransactionId } from '#domain/ids.ts'
import { samplePayload } from '#domain/webhooks/samples.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { purgeListeners } from '#use-cases/webhooks/announce-listener.ts'
import { purgeListenerResults } from '#use-cases/webhooks/record-listener-results.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

const headers = { 'Service-Version': '2.6.0' }
const path = '/v2/webhook_listeners'

describe('what a developer’s listener tells', () => {
  const api = given(() => sharedApiAlone())

  /** A merchant, its key, and a way to make events of it. */
  async function arrange(mode: 'sandbox' | 'live' = 'sandbox') {
    const tenant = await createTenant(api.database, { mode })
    const { serviceEnvId, keys } = tenant
    const terms = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
    const { endpoint } = await createWebhookEndpoint(api.database, serviceEnvId, terms)
    const secretSealed = api.database.keyring.seal(
      sealedColumns.webhookSecret,
      endpoint.id,
      randomUUID(),
    )
    const happen = async (): Promise<string> => {
      const ids = {
        transactionId: asId<TransactionId>(randomUUID()),
        refundId: asId<RefundId>(randomUUID()),
      }
      const about = { mode, serviceEnvId, now: new Date(), ...ids }
      const data = samplePayload('payment.success', about)
      const sealing = { id: endpoint.id, secretSealed, secretVersion: 1 }
      const event = { type: 'payment.success', serviceEnvId, data, endpoint: sealing } as const
      const { deliveryId } = await inTransaction(api.database.pool, (tx) =>
        recordTestEvent(tx, api.database.keyring, event),
      )
      const [row] = await onPool(api.database.pool).rows<{ id: string }>(
        'select event_id as id from webhook_delivery where id = $1',
        [deliveryId],
      )
      return row?.id ?? ''
    }
    const ask = (method: string, to: string, body?: object) =>
      call(api, { method, path: to, key: keys.secret, headers, ...(body && { body }) })
    const announce = async (label: string) => (await ask('POST', path, { label })).json.data
    const tell = (id: string, ...results: object[]) =>
      ask('POST', `${path}/${id}/results`, { results })
    const told = async (id: string, query = '') =>
      (await ask('GET', `${path}/${id}/results${query}`)).json
    return { ...tenant, happen, ask, announce, tell, told }
  }

  const resultOf = (event_id: string, more: object = {}) => ({
    event_id,
    http_status: 200,
    duration_ms: 12,
    tries: 1,
    forwarded_at: new Date().toISOString(),
    ...more,
  })

  it('is seen: the listener with when it was last seen, and each event with answer, duration and tries', async () => {
    const { announce, tell, told, happen, ask } = await arrange()
    const listener = await announce('poste de caisse')
    const missed = { http_status: 500, duration_ms: 87, tries: 3 }
    const [first, second, third] = [await happen(), await happen(), await happen()]
    assert.equal((await tell(listener.id, resultOf(first))).status, 200)
    await tell(listener.id, resultOf(second, missed))
    const { json } = await tell(
      listener.id,
      resultOf(third, { http_status: undefined, error: 'connection_failed' }),
    )
    assert.deepEqual({ ...json.data, last_seen_at: '' }, { ...listener, last_seen_at: '' })
    const listed = (await ask('GET', path)).json
    assert.deepEqual(listed.data, [json.data])
    const { data } = await told(listener.id)
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [
        row['id'],
        row['status'],
        row['http_status'],
        row['error'],
        row['duration_ms'],
        row['tries'],
      ]),
      [
        [third, 'failed', null, 'connection_failed', 12, 1],
        [second, 'failed', 500, 'http_status', 87, 3],
        [first, 'delivered', 200, null, 12, 1],
      ],
    )
    const page = await told(listener.id, '?limit=2')
    assert.deepEqual([page.data.length, page.meta.has_more], [2, true])
    const rest = await told(listener.id, `?limit=2&cursor=${page.meta.next_cursor}`)
    assert.deepEqual([...page.data, ...rest.data], data)
  })

  it('is one listener for a label, whoever announces it first', async () => {
    const { announce, ask } = await arrange()
    const all = await Promise.all(Array.from({ length: 8 }, () => announce('portable')))
    assert.equal(new Set(all.map(({ id }) => id)).size, 1)
    assert.equal((await ask('GET', path)).json.data.length, 1)
    const stranger = await arrange()
    assert.notEqual((await stranger.announce('portable')).id, all[0].id)
  })

  it('counts once however often it is told, and the last one forwarded stays in whatever order', async () => {
    const { announce, tell, told, happen } = await arrange()
    const { id } = await announce('portable')
    const event = await happen()
    const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString()
    const early = resultOf(event, { http_status: 503, forwarded_at: at(1) })
    const late = resultOf(event, { tries: 2, forwarded_at: at(2) })
    const answers = await Promise.all([
      tell(id, late),
      tell(id, early, late, early),
      tell(id, early),
      tell(id, late),
    ])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    await tell(id, early)
    const { data } = await told(id)
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row['http_status'], row['tries']]),
      [[200, 2]],
    )
  })

  it('is refused whole, where an event is unknown or another service’s, and nothing of it stays', async () => {
    const { announce, tell, told, happen } = await arrange()
    const other = await arrange()
    const { id } = await announce('portable')
    const known = await happen()
    for (const event of [randomUUID(), await other.happen()]) {
      const refused = await tell(id, resultOf(known), resultOf(event))
      assert.deepEqual(refusalOf(refused), { status: 404, code: 'event_not_found' })
    }
    assert.deepEqual((await told(id)).data, [])
  })

  it('is nobody else’s: another service’s listener, and one that is none, are not found', async () => {
    const { announce, happen } = await arrange()
    const stranger = await arrange()
    const { id } = await announce('portable')
    await happen()
    const event = await stranger.happen()
    for (const one of [id, randomUUID(), 'x']) {
      for (const answer of [
        await stranger.tell(one, resultOf(event)),
        await stranger.ask('GET', `${path}/${one}/results`),
      ])
        assert.deepEqual(refusalOf(answer), { status: 404, code: 'webhook_listener_not_found' })
    }
    assert.deepEqual((await stranger.ask('GET', path)).json.data, [])
  })

  it('is in sandbox alone, from its version on', async () => {
    const { ask, keys } = await arrange('live')
    const id = randomUUID()
    for (const [method, to, body] of [
      ['GET', path],
      ['POST', path, { label: 'portable' }],
      ['GET', `${path}/${id}/results`],
      ['POST', `${path}/${id}/results`, { results: [resultOf(randomUUID())] }],
    ] as const) {
      const refused = refusalOf(await ask(method, to, body))
      assert.deepEqual(refused, { status: 403, code: 'sandbox_mode_required' })
      const before = await call(api, { method, path: to, key: keys.secret, ...(body && { body }) })
      assert.deepEqual(refusalOf(before), { status: 404, code: 'route_not_found' })
    }
  })

  it('is refused where it is not what a listener could tell, and where there is too much of it', async () => {
    const { announce, tell, told, happen, ask } = await arrange()
    const { id } = await announce('portable')
    const event = await happen()
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const [wrong, field] of [
      [{ http_status: undefined }, 'http_status'],
      [{ error: 'timeout' }, 'http_status'],
      [{ http_status: 99 }, 'http_status'],
      [{ http_status: 600 }, 'http_status'],
      [{ http_status: undefined, error: 'http://localhost:4242/?token=1' }, 'error'],
      [{ duration_ms: -1 }, 'duration_ms'],
      [{ duration_ms: 600_001 }, 'duration_ms'],
      [{ tries: 0 }, 'tries'],
      [{ tries: 1_000_001 }, 'tries'],
      [{ forwarded_at: at(2) }, 'forwarded_at'],
      [{ forwarded_at: '0000-01-01' }, 'forwarded_at'],
      [{ forwarded_at: 'yesterday' }, 'forwarded_at'],
      [{ event_id: 'x' }, 'event_id'],
      [{ url: 'http://localhost:4242' }, 'url'],
    ] as const) {
      const { status, json } = await tell(id, resultOf(event, wrong))
      assert.equal(status, 422, JSON.stringify(wrong))
      assert.equal(json.error.details.field, `results.0.${field}`, JSON.stringify(wrong))
    }
    assert.equal((await tell(id)).status, 422)
    const all = Array.from({ length: 101 }, () => resultOf(event))
    assert.equal((await tell(id, ...all)).status, 422)
    assert.equal((await tell(id, ...all.slice(1))).status, 200)
    assert.equal((await told(id)).data.length, 1)
    for (const label of ['', 'x'.repeat(256), 7, 'a\u0000b'])
      assert.equal((await ask('POST', path, { label })).status, 422, String(label))
  })

  it('comes from at most twenty listeners, also when they come at once; a known one is always let in', async () => {
    const { ask, announce } = await arrange()
    for (let count = 0; count < 18; count += 1) await announce(`poste ${count}`)
    const last = await Promise.all(
      Array.from({ length: 4 }, (_, index) => ask('POST', path, { label: `dernier ${index}` })),
    )
    const refused = last.filter(({ status }) => status !== 200).map(refusalOf)
    const full = { status: 409, code: 'webhook_listener_limit_reached' }
    assert.deepEqual(refused, [full, full])
    assert.equal((await ask('POST', path, { label: 'poste 3' })).status, 200)
    assert.equal((await ask('GET', path)).json.data.length, 20)
  })

  it('is forgotten after thirty days: results first, then listeners that nobody has seen', async () => {
    const { announce, tell, told, happen, ask } = await arrange()
    const books = onPool(api.database.pool)
    const [silent, active] = [await announce('muet'), await announce('actif')]
    const [old, fresh] = [await happen(), await happen()]
    await tell(silent.id, resultOf(old))
    await tell(active.id, resultOf(old), resultOf(fresh))
    const age = "now() - interval '31 days'"
    await books.rows(
      `update webhook_listener_result set recorded_at = ${age} where event_id = $1`,
      [old],
    )
    await books.rows(`update webhook_listener set last_seen_at = ${age} where id = $1`, [silent.id])
    await purgeListeners(books)
    assert.equal((await ask('GET', path)).json.data.length, 2, 'results are left of it')
    assert.ok((await purgeListenerResults(books)) >= 2)
    await purgeListeners(books)
    const left = (await ask('GET', path)).json.data
    assert.deepEqual(
      left.map(({ label }: { label: string }) => label),
      ['actif'],
    )
    const { data } = await told(active.id)
    assert.deepEqual(
      data.map((row: { id: string }) => row.id),
      [fresh],
    )
  })
})
