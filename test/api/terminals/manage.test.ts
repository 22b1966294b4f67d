import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isUuid } from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given, givenEach } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'
import { type Desk, deskOf } from './desk.ts'

const notFound = { status: 404, code: 'terminal_not_found' }
const notValid = { status: 401, code: 'invalid_api_key' }

describe('terminals', () => {
  let desk: Desk

  const api = given(() => sharedApiAlone())
  const tenant = givenEach(() => createTenant(api.database))
  beforeEach(() => {
    desk = deskOf(api, tenant)
  })

  const sql = (text: string, values: unknown[]) => onPool(api.database.pool).rows(text, values)
  const works = async (key: string) =>
    (await call(api, { path: '/v2/session', key })).status === 200

  it('are shown whole when created, their activation code this one time', async () => {
    const answer = await desk.create({ point_of_sale: 'Akpakpa', serial_number: 'A-1' })
    assert.equal(answer.status, 201)
    const { id, activation_code, activation_expires_at, created_at, updated_at, ...rest } =
      answer.json.data
    assert.match(activation_code, /^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    const hours = (Date.parse(activation_expires_at) - Date.parse(created_at)) / 3_600_000
    assert.equal(hours, 24)
    const { point_of_sale, ...plain } = rest
    assert.ok(isUuid(point_of_sale.id) && point_of_sale.name === 'Akpakpa')
    assert.deepEqual(plain, {
      object: 'terminal',
      mode: 'sandbox',
      type: 'pos',
      label: 'Caisse 2',
      status: 'pending_activation',
      key_last4: null,
      serial_number: 'A-1',
      device_type: null,
      app_version: null,
      last_seen_at: null,
      fees_rule: null,
    })
    assert.equal(answer.headers.get('Location'), `/v2/terminals/${id}`)
    const shown = { id, activation_expires_at, created_at, updated_at, ...rest }
    const read = await desk.read(id)
    assert.deepEqual(read.json.data, shown)
    const listed = await desk.list()
    assert.deepEqual(listed.json.data[0], shown)
    assert.ok(!`${read.text}${listed.text}`.includes(activation_code))
  })

  it('of one point of sale name the same one, made once though ten ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => desk.create({ point_of_sale: 'Dantokpa' })),
    )
    const places = new Set(answers.map(({ json }) => json.data.point_of_sale.id))
    assert.equal(places.size, 1)
  })

  const refused: Readonly<Record<string, readonly [object, Readonly<Record<string, string>>]>> = {
    'no field': [{}, { type: 'missing_field', label: 'missing_field' }],
    'another type': [{ type: 'kiosk', label: 'A' }, { type: 'invalid_type' }],
    'an empty label': [{ type: 'pos', label: '' }, { label: 'invalid_label' }],
    'a long label': [{ type: 'pos', label: 'a'.repeat(256) }, { label: 'invalid_label' }],
    'a control character': [{ type: 'pos', label: 'a\u0000b' }, { label: 'invalid_label' }],
    'a number as place': [
      { type: 'pos', label: 'A', point_of_sale: 1 },
      { point_of_sale: 'invalid_field' },
    ],
    'a status of its own': [
      { type: 'pos', label: 'A', status: 'active' },
      { status: 'unknown_field' },
    ],
  }
  for (const [what, [body, fields]] of Object.entries(refused)) {
    it(`with ${what} are refused, field by field`, async () => {
      const answer = await desk.post('/v2/terminals', body)
      assert.equal(answer.status, 422)
      assert.deepEqual(refusedFields(answer), fields)
    })
  }

  it('are listed newest first, page after page, each once', async () => {
    for (let at = 0; at < 4; at += 1) await desk.create({ label: `T${at}` })
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 3; pages += 1) {
      const { json } = await desk.list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...json.data.map(({ label }: { label: string }) => label))
      cursor = json.meta.next_cursor ?? ''
    }
    assert.deepEqual(seen, ['T3', 'T2', 'T1', 'T0', 'Caisse 1'])
    assert.equal(cursor, '')
    assert.equal(refusalOf(await desk.list('?cursor=abc')).code, 'invalid_cursor')
    assert.equal(refusalOf(await desk.list('?limit=0')).code, 'invalid_parameter')
  })

  it('are changed in the fields that are sent; null clears, and the type is for good', async () => {
    const { id } = (await desk.create({ point_of_sale: 'Ganhi', device_type: 'P2' })).json.data
    const first = await desk.patch(id, { label: 'Caisse 9', serial_number: 'S-9' })
    assert.equal(first.status, 200)
    const { label, serial_number, device_type, point_of_sale } = first.json.data
    assert.deepEqual(
      [label, serial_number, device_type, point_of_sale.name],
      ['Caisse 9', 'S-9', 'P2', 'Ganhi'],
    )
    const second = (await desk.patch(id, { point_of_sale: null, serial_number: null })).json.data
    assert.deepEqual([second.point_of_sale, second.serial_number], [null, null])
    assert.equal((await desk.patch(id, {})).json.data.label, 'Caisse 9')
    const bad = await desk.patch(id, { label: null, type: 'shop', device_type: '' })
    assert.deepEqual(refusedFields(bad), {
      label: 'invalid_label',
      type: 'unknown_field',
      device_type: 'invalid_field',
    })
    const text = await call(api, {
      method: 'PATCH',
      path: `/v2/terminals/${id}`,
      key: tenant.keys.secret,
      body: '{',
    })
    assert.equal(refusalOf(text).code, 'invalid_json')
  })

  it('a page of another origin may ask for PATCH, which takes a body as POST does', async () => {
    const path = `/v2/terminals/${tenant.terminalId}`
    const asked = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PATCH' }
    const preflight = await call(api, { method: 'OPTIONS', path, headers: asked })
    assert.equal(preflight.status, 204)
    assert.match(preflight.headers.get('Access-Control-Allow-Methods') ?? '', /\bPATCH\b/)
    const put = await call(api, { method: 'PUT', path, key: tenant.keys.secret, body: {} })
    assert.equal(refusalOf(put).code, 'method_not_allowed')
    assert.equal(put.headers.get('Allow'), 'DELETE, GET, HEAD, OPTIONS, PATCH')
    const large = { label: 'a'.repeat(33 * 1024) }
    const refusal = await desk.patch(tenant.terminalId, large)
    assert.equal(refusalOf(refusal).code, 'request_too_large')
    const empty = await call(api, { method: 'PATCH', path, key: tenant.keys.secret })
    assert.equal(refusalOf(empty).code, 'invalid_json')
  })

  it('disabled or deleted give nobody entry at once; enabled again, their key and token do', async () => {
    const { id, key } = await desk.activated()
    const { token } = (await desk.open(id)).json.data
    const enter = async () => [await works(key), await works(token)]
    assert.deepEqual(await enter(), [true, true])
    assert.equal((await desk.post(`/v2/terminals/${id}/disable`)).json.data.status, 'disabled')
    assert.deepEqual(await enter(), [false, false])
    assert.deepEqual(refusalOf(await call(api, { path: `/v2/terminals/${id}`, key })), notValid)
    assert.equal((await desk.post(`/v2/terminals/${id}/disable`)).json.data.status, 'disabled')
    const refusedSession = { status: 409, code: 'terminal_disabled' }
    assert.deepEqual(refusalOf(await desk.open(id)), refusedSession)
    for (const _time of [1, 2]) {
      const { json } = await desk.post(`/v2/terminals/${id}/enable`)
      assert.equal(json.data.status, 'active')
    }
    assert.deepEqual(await enter(), [true, true])
    const deleted = await desk.remove(id)
    assert.deepEqual(deleted.json.data, { id, object: 'terminal', deleted: true })
    assert.deepEqual(await enter(), [false, false])
    const again = [desk.remove(id), desk.read(id), desk.patch(id, {}), desk.open(id)]
    const actions = ['disable', 'enable', 'regenerate'].map((action) =>
      desk.post(`/v2/terminals/${id}/${action}`),
    )
    for (const answer of await Promise.all([...again, ...actions])) {
      assert.deepEqual(refusalOf(answer), notFound)
    }
    const { json } = await desk.list()
    assert.ok(!json.data.some((shown: { id: string }) => shown.id === id))
  })

  it('of another service, of the other mode, or of no id that could be, are not found', async () => {
    const live = await createTenant(api.database, { mode: 'live', serviceId: tenant.serviceId })
    const stranger = await createTenant(api.database)
    for (const id of [live.terminalId, stranger.terminalId, randomUUID(), '1']) {
      const calls = [desk.read(id), desk.patch(id, {}), desk.remove(id), desk.open(id)]
      const actions = ['disable', 'enable', 'regenerate'].map((action) =>
        desk.post(`/v2/terminals/${id}/${action}`),
      )
      const sessions = call(api, { path: `/v2/terminals/${id}/sessions`, key: tenant.keys.secret })
      for (const answer of await Promise.all([...calls, ...actions, sessions])) {
        assert.deepEqual(refusalOf(answer), notFound)
      }
    }
    assert.ok(await works(live.keys.terminal))
  })

  it('are managed by the secret key alone; a terminal key reads its own', async () => {
    const { keys, terminalId } = tenant
    const own = `/v2/terminals/${terminalId}`
    const other = (await desk.create()).json.data.id
    const managed: readonly [string, string, object?][] = [
      ['GET', '/v2/terminals'],
      ['POST', '/v2/terminals', { type: 'pos', label: 'A' }],
      ['PATCH', own, {}],
      ['DELETE', own],
      ['POST', `${own}/disable`],
      ['POST', `${own}/enable`],
      ['POST', `${own}/regenerate`],
      ['POST', `${own}/sessions`, { operator: { name: 'A' } }],
    ]
    for (const [method, path, body] of managed) {
      for (const key of [keys.public, keys.terminal, keys.session]) {
        const answer = await call(api, { method, path, key, ...(body && { body }) })
        assert.deepEqual(refusalOf(answer), { status: 403, code: 'secret_key_required' }, path)
      }
      const anonymous = await call(api, { method, path, ...(body && { body }) })
      assert.equal(refusalOf(anonymous).code, 'missing_api_key')
    }
    const read = await call(api, { path: own, key: keys.terminal })
    assert.equal(read.json.data.id, terminalId)
    const foreign = await call(api, { path: `/v2/terminals/${other}`, key: keys.terminal })
    assert.deepEqual(refusalOf(foreign), notFound)
    for (const key of [keys.public, keys.session]) {
      assert.equal(refusalOf(await call(api, { path: own, key })).code, 'key_not_allowed')
    }
  })

  it('show the tariff of their own, and when they were last seen, noted once a minute', async () => {
    const { terminalId: id, keys, serviceEnvId } = tenant
    await sql(
      `insert into fee_rule (id, level, service_env_id, terminal_id, kind, value, payer)
       values ($1, 'terminal', $2, $3, 'percentage', 1.25, 'merchant')`,
      [randomUUID(), serviceEnvId, id],
    )
    const before = (await desk.read(id)).json.data
    assert.deepEqual(before.fees_rule, { kind: 'percentage', value: 1.25, payer: 'merchant' })
    assert.equal(before.last_seen_at, null)
    const seenAt = async (): Promise<Date> => {
      const [row] = await onPool(api.database.pool).rows<{ at: string }>(
        'select last_seen_at as at from terminal where id = $1',
        [id],
      )
      return new Date(row?.at ?? 0)
    }
    await Promise.all(Array.from({ length: 10 }, () => works(keys.terminal)))
    const first = await seenAt()
    assert.ok(Math.abs(Date.now() - first.getTime()) < 10_000)
    await works(keys.terminal)
    assert.deepEqual(await seenAt(), first)
    const old = new Date(first.getTime() - 61_000)
    await sql('update terminal set last_seen_at = $2 where id = $1', [id, old])
    await works(keys.session)
    assert.ok((await seenAt()) >= first)
  })
})
