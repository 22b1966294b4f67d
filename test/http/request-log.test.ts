import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { given } from '#test/support/given.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

type Line = Readonly<Record<string, unknown>>

describe('the log line of a request', function () {
  this.timeout(60_000)
  const lines: Line[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  const service = given(() => startApiAlone({ LOG_LEVEL: 'info' }, {}, { write }))

  const lineOf = (id: unknown) =>
    eventually(() =>
      Promise.resolve(lines.find(({ request_id: own, msg }) => own === id && msg === 'request')),
    )

  it('names the payment that it made, and why one was refused', async () => {
    const { keys } = await createTenant(service.database)
    const key = keys.secret
    const made = await call(service, collectionCall(key, { phone: freshPhone('0005') }))
    const { id } = made.json['data'] as { readonly id: string }
    const line = await lineOf(made.headers.get('x-request-id'))
    assert.deepEqual([line['transaction_id'], line['code']], [id, undefined])
    const read = await call(service, { key, path: `/v2/transactions/${id}` })
    assert.equal((await lineOf(read.headers.get('x-request-id')))['transaction_id'], id)
    const refused = await call(service, collectionCall(key, { phone: '12' }))
    assert.equal(refused.status, 422)
    const told = await lineOf(refused.headers.get('x-request-id'))
    assert.deepEqual(
      [told['code'], told['transaction_id']],
      ['phone_international_required', undefined],
    )
  })

  it('names the payment that an operator calls back about', async () => {
    const { keys } = await createTenant(service.database)
    const made = await call(service, collectionCall(keys.secret, { phone: freshPhone('0005') }))
    const { id } = made.json['data'] as { readonly id: string }
    const { request } = await onPool(service.database.pool).one<{ request: string }>(
      'select operator_request_id as request from transaction where id = $1',
      [id],
    )
    const callBack = (named: string): Promise<Response> =>
      fetch(`${service.baseUrl}/operators/mtn/callbacks/${named}`, { method: 'PUT' })
    const heard = await callBack(request)
    assert.equal((await lineOf(heard.headers.get('x-request-id')))['transaction_id'], id)
    const unknown = await callBack(randomUUID())
    const line = await lineOf(unknown.headers.get('x-request-id'))
    assert.equal(line['transaction_id'], undefined)
    assert.match(JSON.stringify(line['seconds']), /^\d+(\.\d{1,4})?$/, 'as exact as anybody reads')
  })
})
