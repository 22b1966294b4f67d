import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'
import { ageSession, givenDesk, works } from './desk.ts'

describe('cash sessions', () => {
  const api = given(() => sharedApiAlone())
  const { tenant, desk, opened } = givenDesk(api)
  let id: string
  beforeEach(() => {
    id = tenant.terminalId
  })

  it('are shown whole when opened, their token this one time', async () => {
    const answer = await desk.open(id, { opening_float: 25_000, note: 'Matin' })
    assert.equal(answer.status, 201)
    const { id: sessionId, token, opened_at, expires_at, operator, ...rest } = answer.json.data
    assert.match(token, /^ts_[0-9a-f]{48}$/)
    assert.equal(Date.parse(expires_at) - Date.parse(opened_at), 8 * 3_600_000)
    assert.equal(operator.name, 'Awa Dossou')
    const { terminal, totals, ...plain } = rest
    assert.deepEqual(
      [terminal.id, terminal.label, terminal.point_of_sale.name],
      [id, 'Caisse 1', 'Ganhi'],
    )
    assert.deepEqual(totals.by_provider, [])
    assert.deepEqual(plain, {
      object: 'cash_session',
      mode: 'sandbox',
      status: 'open',
      channel: 'pos',
      closed_at: null,
      closed_by: null,
      currency: 'XOF',
      opening_float: 25_000,
      counted_cash: null,
      expected_cash: 25_000,
      difference: null,
      note: 'Matin',
      width: null,
      z_report: null,
    })
    assert.equal(answer.headers.get('Location'), `/v2/terminals/${id}/sessions/${sessionId}`)
    const shown = { id: sessionId, opened_at, expires_at, operator, ...rest }
    const read = await desk.readSession(id, sessionId)
    const listed = await desk.sessions(id)
    assert.deepEqual([read.json.data, listed.json.data], [shown, [shown]])
    assert.ok(!`${read.text}${listed.text}`.includes(token))
  })

  it('belong to one cashier, by id or by name; a new name becomes a collaborator once', async () => {
    const first = await opened({ operator: { id: tenant.collaboratorId }, expires_in: 60 })
    assert.deepEqual(first.operator, { id: tenant.collaboratorId, name: 'Kossi Agbo' })
    assert.equal(Date.parse(first.expires_at) - Date.parse(first.opened_at), 60_000)
    const who = (await call(api, { path: '/v2/session', key: first.token })).json.data
    assert.deepEqual(
      [who.key_type, who.channel, who.collaborator],
      ['session', 'pos', first.operator],
    )
    await desk.close(id, first.id)
    const again = await opened({ operator: { name: 'Kossi Agbo' } })
    assert.equal(again.operator.id, tenant.collaboratorId)
    const shops = await Promise.all([1, 2, 3, 4, 5].map(() => desk.create({ type: 'shop' })))
    const sessions = await Promise.all(
      shops.map(({ json }) => desk.open(json.data.id, { operator: { name: 'Nouvelle' } })),
    )
    assert.equal(new Set(sessions.map(({ json }) => json.data.operator.id)).size, 1)
    assert.ok(sessions.every(({ json }) => json.data.channel === 'shop'))
  })

  const refused: Readonly<Record<string, readonly [object, Readonly<Record<string, string>>]>> = {
    'no cashier': [{ operator: undefined }, { operator: 'missing_field' }],
    'a cashier without a name': [{ operator: {} }, { operator: 'invalid_collaborator' }],
    'two cashiers': [
      { operator: { id: randomUUID(), name: 'A' } },
      { operator: 'invalid_collaborator' },
    ],
    'a list of cashiers': [{ operator: ['A'] }, { operator: 'invalid_collaborator' }],
    'an empty name': [{ operator: { name: '' } }, { 'operator.name': 'invalid_collaborator' }],
    'an id that is none': [{ operator: { id: '1' } }, { 'operator.id': 'invalid_collaborator' }],
    'more than 8 hours': [{ expires_in: 28_801 }, { expires_in: 'invalid_field' }],
    'less than a minute': [{ expires_in: 59 }, { expires_in: 'invalid_field' }],
    'a float below zero': [{ opening_float: -1 }, { opening_float: 'invalid_field' }],
    'a float with decimals': [{ opening_float: 10.5 }, { opening_float: 'invalid_field' }],
    'a float as text': [{ opening_float: '10' }, { opening_float: 'invalid_field' }],
    'a float past all drawers': [{ opening_float: 1e13 }, { opening_float: 'invalid_field' }],
    'a token of its own': [{ token: 'ts_x' }, { token: 'unknown_field' }],
  }
  for (const [what, [body, fields]] of Object.entries(refused)) {
    it(`with ${what} are refused`, async () => {
      const answer = await desk.open(id, body)
      assert.equal(answer.status, 422)
      assert.deepEqual(refusedFields(answer), fields)
    })
  }

  it('a float of 0.99999999999999999999 is not read as 1, and 1e3 is 1000', async () => {
    const open = (float: string) =>
      call(api, {
        method: 'POST',
        path: `/v2/terminals/${id}/sessions`,
        key: tenant.keys.secret,
        body: `{"operator":{"name":"A"},"opening_float":${float}}`,
      })
    const answer = await open('0.99999999999999999999')
    assert.deepEqual(refusedFields(answer), { opening_float: 'invalid_field' })
    assert.equal((await open('1e3')).json.data.opening_float, 1000)
  })

  it('a collaborator of another service is unknown', async () => {
    const stranger = await createTenant(api.database)
    for (const operatorId of [stranger.collaboratorId, randomUUID()]) {
      const answer = await desk.open(id, { operator: { id: operatorId } })
      assert.equal(refusalOf(answer).code, 'invalid_collaborator')
    }
  })

  it('ten opened at once are one; the next opens when it is closed or has expired', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.open(id)))
    const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
    assert.equal(made?.status, 201)
    const first = made?.json.data
    for (const answer of others) {
      assert.deepEqual(refusalOf(answer), { status: 409, code: 'cash_session_open' })
      assert.equal(answer.json.error.details.cash_session_id, first.id)
    }
    await desk.close(id, first.id)
    const second = await opened()
    await ageSession(api, second.id, 8)
    const third = await opened()
    const states = (await desk.sessions(id)).json.data.map(
      (session: { id: string; status: string }) => [session.id, session.status],
    )
    assert.deepEqual(states, [
      [third.id, 'open'],
      [first.id, 'closed'],
      [second.id, 'expired'],
    ])
  })

  it('end with their token: expired after 8 hours, and still to be closed once', async () => {
    const { id: sessionId, token } = await opened()
    assert.ok(await works(api, token))
    await ageSession(api, sessionId, 7.99)
    assert.ok(await works(api, token))
    await ageSession(api, sessionId, 0.02)
    assert.ok(!(await works(api, token)))
    assert.equal((await desk.readSession(id, sessionId)).json.data.status, 'expired')
    const closed = await desk.close(id, sessionId, { counted_cash: 0 })
    assert.equal(closed.json.data.status, 'closed')
    const again = refusalOf(await desk.close(id, sessionId))
    assert.deepEqual(again, { status: 409, code: 'cash_session_closed' })
  })

  it('ten closings at once are one; the token is shut at once, and the count stays', async () => {
    const { id: sessionId, token } = await opened({ opening_float: 1000, note: 'Matin' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => desk.close(id, sessionId, { counted_cash: at })),
    )
    const made = answers.filter(({ status }) => status === 200)
    assert.equal(made.length, 1)
    assert.ok(!(await works(api, token)))
    const { counted_cash, difference, closed_by, note } = made[0]?.json.data ?? {}
    assert.deepEqual([difference, closed_by, note], [counted_cash - 1000, 'secret', 'Matin'])
    const read = (await desk.readSession(id, sessionId)).json.data
    assert.equal(read.counted_cash, counted_cash)
  })

  it('every sale accepted while a session closes is of the session, and none comes after', async () => {
    const { id: sessionId, token } = await opened()
    const sales = Array.from({ length: 20 }, () => call(api, collectionCall(token)))
    const answers = await Promise.all([
      ...sales.slice(0, 10),
      desk.close(id, sessionId),
      ...sales.slice(10),
    ])
    const accepted = answers.filter(({ status }) => status === 202).length
    const refusals = answers.filter(({ status }) => status === 401).length
    assert.equal(accepted + refusals, 20)
    const closing = answers.find(({ status }) => status === 200)
    assert.equal(
      closing?.json.data.totals.pending_count,
      accepted,
      'the till was summed after them',
    )
    assert.equal(refusalOf(await call(api, collectionCall(token))).code, 'invalid_api_key')
    const later = (await desk.readSession(id, sessionId)).json.data.totals
    assert.equal(later.pending_count, accepted)
  })

  it('a sale that passed the door before the closing, and comes to the books after it, is refused', async () => {
    const { id: sessionId, token } = await opened()
    const closing = await api.database.pool.connect()
    try {
      await closing.query('begin')
      await closing.query(
        `update cash_session set closed_at = now(), closed_by = 'secret' where id = $1`,
        [sessionId],
      )
      const sale = call(api, collectionCall(token))
      await eventually(async () => {
        // On another connection: one in a transaction sees what it saw first.
        const rows = await onPool(api.database.pool).rows(
          `select from pg_stat_activity where datname = current_database()
             and wait_event_type = 'Lock' and query like '%cash_session%'`,
        )
        return rows.length > 0
      })
      await closing.query('commit')
      assert.deepEqual(refusalOf(await sale), { status: 401, code: 'invalid_api_key' })
    } finally {
      closing.release(true)
    }
    const { json } = await desk.readSession(id, sessionId)
    assert.equal(json.data.totals.pending_count, 0)
  })

  it('closings with bad fields close nothing', async () => {
    const { id: sessionId } = await opened()
    const answer = await desk.close(id, sessionId, { counted_cash: 1.5, width: 40, note: '' })
    assert.deepEqual(refusedFields(answer), {
      counted_cash: 'invalid_field',
      width: 'invalid_field',
      note: 'invalid_field',
    })
    assert.equal((await desk.readSession(id, sessionId)).json.data.status, 'open')
    const width = await desk.readSession(id, sessionId, '?width=40')
    assert.equal(refusalOf(width).code, 'invalid_parameter')
  })
})
