import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'
import { ageSession, deskOf, givenDesk, works } from './desk.ts'

const notFound = { status: 404, code: 'cash_session_not_found' }
const terminalNotFound = { status: 404, code: 'terminal_not_found' }

describe('who sees and closes cash sessions', () => {
  const api = given(() => sharedApiAlone())
  const { tenant, desk, opened } = givenDesk(api)
  let id: string
  beforeEach(() => {
    id = tenant.terminalId
  })

  const sql = (text: string, values: unknown[]) => onPool(api.database.pool).rows(text, values)
  it('of a terminal key are its own of the last 24 hours, which it may close', async () => {
    const { terminal } = tenant.keys
    const path = `/v2/terminals/${id}/sessions`
    const old = await opened()
    await ageSession(api, old.id, 24.01)
    const recent = await opened()
    await ageSession(api, recent.id, 23.9)
    const other = (await desk.create()).json.data.id
    const foreign = (await desk.open(other)).json.data
    const listed = await call(api, { path, key: terminal })
    assert.deepEqual(
      listed.json.data.map((session: { id: string }) => session.id),
      [recent.id],
    )
    assert.equal((await desk.sessions(id)).json.data.length, 2)
    const readAt = (place: string, sessionId: string) =>
      call(api, { path: `/v2/terminals/${place}/sessions/${sessionId}`, key: terminal })
    const closeAt = (place: string, sessionId: string) =>
      desk.post(`/v2/terminals/${place}/sessions/${sessionId}/close`, {}, terminal)
    for (const at of [readAt, closeAt]) {
      assert.deepEqual(refusalOf(await at(id, old.id)), notFound)
      assert.deepEqual(refusalOf(await at(id, foreign.id)), notFound)
      assert.deepEqual(refusalOf(await at(other, foreign.id)), terminalNotFound)
    }
    const others = await call(api, { path: `/v2/terminals/${other}/sessions`, key: terminal })
    assert.deepEqual(refusalOf(others), terminalNotFound)
    const { json } = await closeAt(id, recent.id)
    assert.deepEqual([json.data.status, json.data.closed_by], ['closed', 'terminal'])
    for (const key of [tenant.keys.public, tenant.keys.session]) {
      assert.equal(refusalOf(await call(api, { path, key })).code, 'key_not_allowed')
      const one = `${path}/${recent.id}`
      assert.equal(refusalOf(await call(api, { path: one, key })).code, 'key_not_allowed')
      const close = await desk.post(`${one}/close`, {}, key)
      assert.equal(refusalOf(close).code, 'key_not_allowed')
    }
  })

  it('of another service or mode are not found, and a cursor is good for its own list alone', async () => {
    const stranger = await createTenant(api.database)
    const { id: sessionId } = await opened()
    const theirs = deskOf(api, stranger)
    assert.deepEqual(refusalOf(await theirs.readSession(id, sessionId)), terminalNotFound)
    const across = await theirs.readSession(stranger.terminalId, sessionId)
    assert.deepEqual(refusalOf(across), notFound)
    assert.deepEqual(refusalOf(await theirs.close(stranger.terminalId, sessionId)), notFound)
    for (const unknown of [randomUUID(), '1']) {
      assert.deepEqual(refusalOf(await desk.readSession(id, unknown)), notFound)
      assert.deepEqual(refusalOf(await desk.close(id, unknown)), notFound)
    }
    await desk.close(id, sessionId)
    await opened()
    const { json } = await desk.sessions(id, '?limit=1')
    const cursor = json.meta.next_cursor
    const next = await desk.sessions(id, `?limit=1&cursor=${cursor}`)
    assert.deepEqual(
      next.json.data.map((session: { id: string }) => session.id),
      [sessionId],
    )
    assert.equal(next.json.meta.has_more, false)
    const other = (await desk.create()).json.data.id
    const elsewhere = [desk.sessions(other, `?cursor=${cursor}`), desk.list(`?cursor=${cursor}`)]
    for (const answer of await Promise.all(elsewhere)) {
      assert.equal(refusalOf(answer).code, 'invalid_cursor')
    }
  })

  it('a deleted terminal closes its session and shuts its token', async () => {
    const { id: sessionId, token } = await opened()
    await desk.remove(id)
    assert.ok(!(await works(api, token)))
    const rows = await sql('select closed_by from cash_session where id = $1', [sessionId])
    assert.deepEqual(rows, [{ closed_by: 'secret' }])
    assert.deepEqual(refusalOf(await desk.readSession(id, sessionId)), terminalNotFound)
  })
})
