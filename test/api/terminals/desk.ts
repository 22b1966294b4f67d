import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { ApiAlone } from '#test/support/api-alone.ts'
import { call, type CallAnswer } from '#test/support/call.ts'
import { givenEach } from '#test/support/given.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

/** The calls of a merchant's server about its terminals, with its secret key. */
export interface Desk {
  post(path: string, body?: object, key?: string): Promise<CallAnswer>
  create(changes?: object): Promise<CallAnswer>
  list(search?: string): Promise<CallAnswer>
  read(id: string): Promise<CallAnswer>
  patch(id: string, body: object): Promise<CallAnswer>
  remove(id: string): Promise<CallAnswer>
  activate(code: string, changes?: object): Promise<CallAnswer>
  /** A terminal of its own, with its key. */
  activated(changes?: object): Promise<{ readonly id: string; readonly key: string }>
  open(terminalId: string, changes?: object): Promise<CallAnswer>
  readSession(terminalId: string, id: string, search?: string): Promise<CallAnswer>
  sessions(terminalId: string, search?: string): Promise<CallAnswer>
  close(terminalId: string, id: string, body?: object): Promise<CallAnswer>
}

/** The desk of a tenant at this service. */
export function deskOf(
  service: { readonly baseUrl: string },
  { keys: { secret } }: Pick<Tenant, 'keys'>,
): Desk {
  const at = (method: string, path: string, body?: object) =>
    call(service, { method, path, key: secret, ...(body && { body }) })
  const terminal = (id: string) => `/v2/terminals/${id}`
  const desk: Desk = {
    post: (path, body, key = secret) =>
      call(service, { method: 'POST', path, key, ...(body && { body }) }),
    create: (changes = {}) =>
      at('POST', '/v2/terminals', { type: 'pos', label: 'Caisse 2', ...changes }),
    list: (search = '') => at('GET', `/v2/terminals${search}`),
    read: (id) => at('GET', terminal(id)),
    patch: (id, body) => at('PATCH', terminal(id), body),
    remove: (id) => at('DELETE', terminal(id)),
    activate: (code, changes = {}) =>
      call(service, {
        method: 'POST',
        path: '/v2/terminals/activate',
        body: { activation_code: code, ...changes },
      }),
    async activated(changes = {}) {
      const { id, activation_code } = (await desk.create(changes)).json.data
      const { status, json, text } = await desk.activate(activation_code)
      assert.equal(status, 200, text)
      return { id, key: json.data.key }
    },
    open: (id, changes = {}) =>
      at('POST', `${terminal(id)}/sessions`, { operator: { name: 'Awa Dossou' }, ...changes }),
    readSession: (id, sessionId, search = '') =>
      at('GET', `${terminal(id)}/sessions/${sessionId}${search}`),
    sessions: (id, search = '') => at('GET', `${terminal(id)}/sessions${search}`),
    close: (id, sessionId, body = {}) =>
      at('POST', `${terminal(id)}/sessions/${sessionId}/close`, body),
  }
  return desk
}

/** Lets hours pass for a session: all its times move back. */
export async function ageSession(
  { database }: { readonly database: Database },
  id: string,
  hours: number,
): Promise<void> {
  const sql = onPool(database.pool)
  await sql.rows(
    `update api_key k set created_at = k.created_at - $2 * interval '1 hour',
       expires_at = k.expires_at - $2 * interval '1 hour'
     from cash_session s where s.id = $1 and k.id = s.api_key_id`,
    [id, hours],
  )
  await sql.rows(
    `update cash_session set opened_at = opened_at - $2 * interval '1 hour',
       expires_at = expires_at - $2 * interval '1 hour' where id = $1`,
    [id, hours],
  )
}

/** The desk of a new tenant before each test: its calls, its terminal, and sessions opened there. */
export function givenDesk(api: ApiAlone) {
  const tenant = givenEach(() => createTenant(api.database))
  const desk = givenEach(() => Promise.resolve({ ...deskOf(api, tenant), id: tenant.terminalId }))
  const opened = async (changes = {}) => {
    const { status, json, text } = await desk.open(desk.id, changes)
    assert.equal(status, 201, text)
    return json.data
  }
  return { tenant, desk, opened }
}

/** Whether a key opens anything. */
export const works = async (api: ApiAlone, key: string): Promise<boolean> =>
  (await call(api, { path: '/v2/session', key })).status === 200
