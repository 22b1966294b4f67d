import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { refusalOf, refusedFields, sharedApiScene } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant, freshPhone } from '#test/support/tenant.ts'

const dayMs = 86_400_000

describe('GET /v2/transactions', () => {
  const scene = given(() => sharedApiScene())

  const list = (key: string, search = '') => scene.call({ path: `/v2/transactions${search}`, key })

  async function idsOf(key: string, search = ''): Promise<string[]> {
    const { status, json, text } = await list(key, search)
    assert.equal(status, 200, text)
    return json.data.map(({ id }: { id: string }) => id)
  }

  const freshTenant = () => createTenant(scene.service.database)
  const made = async (key: string, changes = {}): Promise<string> =>
    (await scene.accept(changes, key)).json.data.id

  /** Moves the creation of a transaction into the past. */
  async function backdate(id: string, createdAt: Date): Promise<void> {
    await onPool(scene.service.database.pool).rows(
      'update transaction set created_at = $2 where id = $1',
      [id, createdAt],
    )
  }

  /** The same transaction once more, as something else; what no route makes yet. */
  async function copyAs(id: string, changes: object): Promise<string> {
    const copy = { id: randomUUID(), reference: randomUUID(), operator_request_id: randomUUID() }
    await onPool(scene.service.database.pool).rows(
      `insert into transaction select (jsonb_populate_record(t, $2::jsonb)).* from transaction t
       where t.id = $1`,
      [id, JSON.stringify({ ...copy, ...changes })],
    )
    return copy.id
  }

  it('an environment without transactions has an empty list', async () => {
    const { keys } = await freshTenant()
    const { json } = await list(keys.secret)
    assert.deepEqual(json.data, [])
    const { request_id: _id, ...meta } = json.meta
    assert.deepEqual(meta, { has_more: false, next_cursor: null, limit: 20 })
  })

  it('shows each transaction as it is read alone, newest first, without its receipt token', async () => {
    const { keys } = await freshTenant()
    const ids = [await made(keys.secret), await made(keys.public), await made(keys.terminal)]
    for (const id of ids) await waitUntilFinal(scene, keys.secret, id)
    const { json } = await list(keys.secret)
    for (const shown of json.data) {
      const alone = await scene.call({ path: `/v2/transactions/${shown.id}`, key: keys.secret })
      assert.deepEqual(shown, alone.json.data)
    }
    assert.deepEqual(
      json.data.map(({ id }: { id: string }) => id),
      ids.toReversed(),
    )
  })

  describe('its filters', () => {
    let key: string
    const id: Record<string, string> = {}

    const tenant = given(() => freshTenant())
    before(async () => {
      key = tenant.keys.secret
      id['failed'] = await made(key, { phone: freshPhone('0001') })
      id['succeeded'] = await made(tenant.keys.public)
      id['desk'] = await made(tenant.keys.terminal, { reference: 'desk:1' })
      id['shop'] = await made(tenant.keys.session)
      for (const each of Object.values(id)) await waitUntilFinal(scene, key, each)
      id['pending'] = await made(key, { phone: freshPhone('0005') })
      const ended = { pending_reason: null, completed_at: new Date() }
      const failure_code = 'approval_timeout'
      id['expired'] = await copyAs(id['pending'], { ...ended, status: 'expired', failure_code })
      id['cancelled'] = await copyAs(id['pending'], { ...ended, status: 'cancelled' })
      id['payout'] = await copyAs(id['pending'], { type: 'payout', channel: 'dashboard' })
    })

    const cases: Readonly<Record<string, readonly string[]>> = {
      'status=pending': ['pending', 'payout'],
      'status=succeeded': ['succeeded', 'desk', 'shop'],
      'status=failed': ['failed'],
      'status=expired': ['expired'],
      'status=cancelled': ['cancelled'],
      'status=failed,expired': ['failed', 'expired'],
      'status=cancelled,failed,pending,succeeded,expired': [
        'failed',
        'succeeded',
        'desk',
        'shop',
        'pending',
        'expired',
        'cancelled',
        'payout',
      ],
      'status=failed,failed': ['failed'],
      'type=payout': ['payout'],
      'type=collection&status=pending': ['pending'],
      'channel=api': ['failed', 'pending', 'expired', 'cancelled'],
      'channel=widget': ['succeeded'],
      'channel=pos': ['desk'],
      'channel=shop': ['shop'],
      'channel=dashboard': ['payout'],
      'channel=payment_link': [],
      'reference=desk:1': ['desk'],
      'reference=desk%3A1&status=failed': [],
      'reference=DESK:1': [],
      'reference=desk': [],
      'terminal_id=TERMINAL': ['desk', 'shop'],
      'terminal_id=TERMINAL&channel=pos': ['desk'],
      'terminal_id=00000000-0000-4000-8000-000000000000': [],
    }
    for (const [search, names] of Object.entries(cases)) {
      it(`${search} finds ${names.join(', ') || 'nothing'}`, async () => {
        const found = await idsOf(key, `?${search.replace('TERMINAL', tenant.terminalId)}`)
        assert.deepEqual(found.toSorted(), names.map((name) => id[name] ?? '').toSorted())
      })
    }

    const refused: Readonly<Record<string, readonly [string, string]>> = {
      ...Object.fromEntries(
        ['0', '101', '-1', '1.5', 'abc', '', '1e1', '+5', '0x10', '99999999999999999999'].map(
          (value) => [`limit=${value}`, ['limit', 'invalid_parameter']],
        ),
      ),
      ...Object.fromEntries(
        ['paid', '', 'pending,', ',', 'pending,paid', 'PENDING', 'pending;failed', ' pending'].map(
          (value) => [`status=${encodeURIComponent(value)}`, ['status', 'invalid_parameter']],
        ),
      ),
      'status=failed,failed,failed,failed,failed,failed': ['status', 'invalid_parameter'],
      'type=refund': ['type', 'invalid_parameter'],
      'type=collection,payout': ['type', 'invalid_parameter'],
      'channel=web': ['channel', 'invalid_parameter'],
      'terminal_id=1': ['terminal_id', 'invalid_parameter'],
      "terminal_id='--": ['terminal_id', 'invalid_parameter'],
      'reference=': ['reference', 'invalid_parameter'],
      'reference=a%00b': ['reference', 'invalid_parameter'],
      ['reference=' + 'a'.repeat(65)]: ['reference', 'invalid_parameter'],
      ...Object.fromEntries(
        [
          'yesterday',
          '2026-13-01',
          '2026-02-30',
          '1700000000',
          '2026-01-01T25:00:00Z',
          '',
          '%00',
        ].map((value) => [`created_after=${value}`, ['created_after', 'invalid_parameter']]),
      ),
      'created_before=01-02-2026': ['created_before', 'invalid_parameter'],
      'limit=5&limit=6': ['limit', 'invalid_parameter'],
      'status=failed&status=pending': ['status', 'invalid_parameter'],
      'offset=5': ['offset', 'unknown_parameter'],
      'Status=failed': ['Status', 'unknown_parameter'],
      '__proto__=1': ['__proto__', 'unknown_parameter'],
      'cursor=': ['cursor', 'invalid_cursor'],
    }
    for (const [search, [field, code]] of Object.entries(refused)) {
      it(`${search.slice(0, 60)} is ${code}`, async () => {
        const answer = await list(key, `?${search}`)
        assert.deepEqual(refusalOf(answer), { status: 422, code, field })
      })
    }

    it('several wrong parameters are told together', async () => {
      const answer = await list(key, '?limit=0&status=paid&foo=1&created_after=x')
      assert.equal(refusalOf(answer).code, 'validation_failed')
      assert.deepEqual(refusedFields(answer), {
        limit: 'invalid_parameter',
        status: 'invalid_parameter',
        foo: 'unknown_parameter',
        created_after: 'invalid_parameter',
      })
    })
  })

  it('created_after and created_before bound the list, in every spelling of a moment', async () => {
    const { keys } = await freshTenant()
    const key = keys.secret
    const [first, second, third] = [await made(key), await made(key), await made(key)]
    await backdate(first, new Date('2025-03-01T00:00:00.000Z'))
    await backdate(second, new Date('2025-03-02T12:00:00.000Z'))
    await backdate(third, new Date('2025-03-03T23:59:59.999Z'))
    const cases: Readonly<Record<string, readonly string[]>> = {
      'created_after=2025-03-01': [third, second, first],
      'created_after=2025-03-01T00:00:00Z': [third, second, first],
      'created_after=2025-03-01T00:00:01Z': [third, second],
      'created_after=2025-03-02T12:00:00Z': [third, second],
      'created_after=2025-03-02T12:00:00.001Z': [third],
      'created_after=2025-03-02T13:00:00%2B01:00': [third, second],
      'created_after=2025-03-02T13:00:00+01:00': [third, second],
      'created_after=2025-03-01&created_before=2025-03-02': [first],
      'created_after=2025-03-01&created_before=2025-03-02T12:00:00Z': [first],
      'created_after=2025-03-01&created_before=2025-03-02T12:00:00.001Z': [second, first],
      'created_after=2025-03-03&created_before=2025-03-01': [],
      'created_after=2999-01-01': [],
      'created_before=2025-03-03': [],
    }
    for (const [search, ids] of Object.entries(cases)) {
      assert.deepEqual(await idsOf(key, `?${search}`), ids, search)
    }
  })

  it('covers the last 90 days when no created_after is given', async () => {
    const { keys } = await freshTenant()
    const key = keys.secret
    const [inside, outside] = [await made(key), await made(key)]
    await backdate(inside, new Date(Date.now() - 90 * dayMs + 60_000))
    await backdate(outside, new Date(Date.now() - 90 * dayMs - 60_000))
    assert.deepEqual(await idsOf(key), [inside])
    const since = new Date(Date.now() - 91 * dayMs).toISOString()
    assert.deepEqual(await idsOf(key, `?created_after=${since}`), [inside, outside])
  })

  it('a terminal sees its own of the last 24 hours, masked, whatever it asks for', async () => {
    const { database } = scene.service
    const tenant = await freshTenant()
    const { keys } = tenant
    const other = randomUUID()
    await onPool(database.pool).rows(
      `insert into terminal (id, service_env_id, type, label) values ($1, $2, 'pos', 'Caisse 2')`,
      [other, tenant.serviceEnvId],
    )
    const neighbour = await createKey(database, { ...tenant, terminalId: other }, 'terminal')
    const theirs = await made(neighbour)
    await made(keys.secret)
    const [own, desk, old] = [
      await made(keys.terminal),
      await made(keys.session),
      await made(keys.terminal),
    ]
    await backdate(old, new Date(Date.now() - dayMs - 60_000))
    await backdate(own, new Date(Date.now() - dayMs + 60_000))
    for (const search of ['', '?created_after=2020-01-01', `?terminal_id=${tenant.terminalId}`]) {
      assert.deepEqual(await idsOf(keys.terminal, search), [desk, own], search)
    }
    assert.deepEqual(await idsOf(keys.terminal, `?terminal_id=${other}`), [])
    assert.deepEqual(await idsOf(neighbour), [theirs])
    const { json } = await list(keys.terminal)
    for (const { customer, funds } of json.data) {
      assert.match(customer.phone, /^22901••••\d{4}$/)
      assert.match(customer.email, /•••@/)
      assert.equal(funds.simulated, true)
    }
    assert.equal((await idsOf(keys.secret)).length, 5)
  })

  it('never shows another service or the other mode', async () => {
    const { database } = scene.service
    const tenant = await freshTenant()
    const id = await made(tenant.keys.secret)
    const live = await createTenant(database, { mode: 'live', serviceId: tenant.serviceId })
    const other = await freshTenant()
    for (const { keys } of [live, other]) {
      assert.deepEqual(await idsOf(keys.secret), [])
      assert.deepEqual(await idsOf(keys.terminal, `?terminal_id=${tenant.terminalId}`), [])
    }
    assert.deepEqual(await idsOf(tenant.keys.secret), [id])
  })

  it('is not for public keys and session tokens', async () => {
    const { keys } = scene.tenant
    for (const kind of ['public', 'session'] as const) {
      const answer = await list(keys[kind], '?limit=0')
      assert.deepEqual(refusalOf(answer), { status: 403, code: 'key_not_allowed' })
    }
  })
})
