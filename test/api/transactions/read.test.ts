import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { keyDigest } from '#use-cases/keys/admit.ts'
import { refusalOf, sharedApiScene } from '#test/support/api-scene.ts'
import { collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant, type Tenant } from '#test/support/tenant.ts'

const notFound = { status: 404, code: 'transaction_not_found' }

describe('GET /v2/transactions/{id}', () => {
  let tenant: Tenant

  const scene = given(() => sharedApiScene())
  before(() => {
    tenant = scene.tenant
  })

  const made = async (key: string) => (await scene.accept({}, key)).json.data.id as string
  const read = (id: string, key: string) => scene.call({ path: `/v2/transactions/${id}`, key })

  it('is found by every key of its service, but by desks only when it is of their terminal', async () => {
    const { keys } = tenant
    const seen: Record<string, number> = {}
    for (const maker of ['secret', 'public', 'terminal', 'session'] as const) {
      const id = await made(keys[maker])
      for (const reader of ['secret', 'public', 'terminal', 'session'] as const) {
        const answer = await read(id, keys[reader])
        if (answer.status === 404) assert.deepEqual(refusalOf(answer), notFound)
        else assert.equal(answer.json.data.id, id)
        seen[`${maker} read by ${reader}`] = answer.status
      }
    }
    const isDesk = (kind = '') => kind === 'terminal' || kind === 'session'
    for (const [who, status] of Object.entries(seen)) {
      const [maker, reader] = who.split(' read by ')
      assert.equal(status, isDesk(reader) && !isDesk(maker) ? 404 : 200, who)
    }
  })

  it('is not found by another service, the other mode, or another terminal of the service', async () => {
    const { database } = scene.service
    const id = await made(tenant.keys.terminal)
    const other = await createTenant(database)
    const live = await createTenant(database, { mode: 'live', serviceId: tenant.serviceId })
    for (const key of [...Object.values(other.keys), ...Object.values(live.keys)]) {
      assert.deepEqual(refusalOf(await read(id, key)), notFound)
    }
    const terminalId = randomUUID()
    await onPool(database.pool).rows(
      `insert into terminal (id, service_env_id, type, label) values ($1, $2, 'pos', 'Caisse 2')`,
      [terminalId, tenant.serviceEnvId],
    )
    for (const kind of ['terminal', 'session'] as const) {
      const neighbour = await createKey(database, { ...tenant, terminalId }, kind)
      assert.deepEqual(refusalOf(await read(id, neighbour)), notFound)
      const own = await made(neighbour)
      assert.equal((await read(own, neighbour)).status, 200)
      assert.deepEqual(refusalOf(await read(own, tenant.keys[kind])), notFound)
    }
  })

  it('is not found by an id that nothing has, or that is no id', async () => {
    const id = await made(tenant.keys.secret)
    const ids = [
      [randomUUID(), '0', 'x', '-1', 'null', id.slice(1), `${id}0`, `{${id}}`],
      [id.replaceAll('-', ''), `${id}%20`, `%20${id}`, `${id}%00`, '%00', '%ED%A0%80'],
      ["'%20or%201=1", '🙂', '..%2f..', `${id}%0a`, 'a'.repeat(3000)],
    ].flat()
    for (const each of ids) {
      const answer = await read(each, tenant.keys.secret)
      assert.deepEqual(refusalOf(answer), notFound, each.slice(0, 40))
    }
    const inCapitals = await read(id.toUpperCase(), tenant.keys.secret)
    assert.equal(inCapitals.json.data.id, id, 'the same id: a payment is never denied')
    for (const broken of ['%', '%zz', '%ff', '%C3']) {
      const answer = await read(broken, tenant.keys.secret)
      assert.ok(answer.status === 404 || answer.status === 400, broken)
    }
  })

  it('has no room for more in its path', async () => {
    const id = await made(tenant.keys.secret)
    for (const path of [`${id}/`, `${id}/more`, `/${id}`, '']) {
      const answer = await read(path, tenant.keys.secret)
      assert.deepEqual(refusalOf(answer), { status: 404, code: 'route_not_found' }, path)
    }
  })

  describe('its parameter wait', () => {
    let id: string
    const of = (search: string) =>
      scene.call({ path: `/v2/transactions/${id}?${search}`, key: tenant.keys.secret })

    before(async () => (id = await made(tenant.keys.secret)))

    for (const value of ['0', '1', '5', '20']) {
      it(`${value} is taken`, async () => {
        id = await made(tenant.keys.secret)
        const { status, json, headers } = await of(`wait=${value}`)
        assert.equal(status, 200)
        const { status: state } = json.data
        // A second may be over before a busy machine has ended the payment.
        if (value !== '1') assert.equal(state, value === '0' ? 'pending' : 'succeeded')
        assert.equal(headers.get('Service-Wait'), null)
      })
    }

    const invalid = [
      '21',
      '-1',
      '1.5',
      'abc',
      '',
      '5s',
      '0x5',
      '1e1',
      '%205',
      '99999999999999999999',
      'true',
    ]
    for (const value of [...invalid, '5,6', '%00', 'NaN', 'Infinity', '%D9%A5']) {
      it(`${JSON.stringify(value)} is invalid_wait`, async () => {
        const refusal = { status: 422, code: 'invalid_wait', field: 'wait' }
        assert.deepEqual(refusalOf(await of(`wait=${value}`)), refusal)
      })
    }

    it('given twice, and any other parameter, is refused', async () => {
      const twice = refusalOf(await of('wait=1&wait=2'))
      assert.deepEqual(twice, { status: 422, code: 'invalid_parameter', field: 'wait' })
      for (const name of ['Wait', 'waits', 'expand', '__proto__', 'toString']) {
        const { code, field } = refusalOf(await of(`${encodeURIComponent(name)}=1`))
        assert.deepEqual([code, field], ['unknown_parameter', name])
      }
      const both = await of('wait=21&other=1')
      assert.equal(refusalOf(both).code, 'validation_failed')
    })

    it('is refused before the id is looked at, and nothing waits for an id that nothing has', async () => {
      const key = tenant.keys.secret
      const path = `/v2/transactions/${randomUUID()}`
      assert.equal(
        refusalOf(await scene.call({ path: `${path}?wait=21`, key })).code,
        'invalid_wait',
      )
      const startedAt = performance.now()
      assert.deepEqual(refusalOf(await scene.call({ path: `${path}?wait=20`, key })), notFound)
      assert.ok(performance.now() - startedAt < 4900)
    })
  })

  it('is refused to a key revoked since, once that is announced', async () => {
    const { database } = scene.service
    const ending = await createKey(database, tenant, 'public')
    const answer = await scene.call(collectionCall(ending))
    const { id } = answer.json.data
    assert.equal((await read(id, ending)).status, 200)
    await onPool(database.pool).rows('update api_key set revoked_at = now() where digest = $1', [
      keyDigest(database, ending),
    ])
    await eventually(async () => (await read(id, ending)).status !== 200)
    assert.deepEqual(refusalOf(await read(id, ending)), { status: 401, code: 'invalid_api_key' })
  })
})
