import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import {
  cancelCheckout,
  checkoutCall,
  createdCheckout,
  readCheckout,
  scanCall,
} from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant } from '#test/support/tenant.ts'

const perMinuteMax = 30

/** Temporal is away the whole time: making and showing codes does not need it. */
describe('POST /v2/checkouts', () => {
  /** The same service in the other mode. */

  const service = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(service.database))
  const live = given(() =>
    createTenant(service.database, { mode: 'live', serviceId: tenant.serviceId }),
  )

  const create = (changes: Readonly<Record<string, unknown>> = {}, key = tenant.keys.secret) =>
    call(service, checkoutCall(key, changes))

  it('makes an open code of 300 seconds in the service currency, with its address and its Location', async () => {
    const { status, json, headers } = await create({ description: 'Table 4' }, tenant.keys.session)
    assert.equal(status, 201)
    const { id, expires_at, created_at, ...data } = json.data
    assert.equal(headers.get('Location'), `/v2/checkouts/${id}`)
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), 300_000)
    assert.deepEqual(data, {
      object: 'checkout',
      mode: 'sandbox',
      channel: 'shop',
      amount: 1000,
      currency: 'XOF',
      description: 'Table 4',
      status: 'open',
      expires_in: 300,
      url: `${service.env.publicUrl}/sandbox/pay/${id}`,
      terminal: {
        id: tenant.terminalId,
        label: 'Caisse 1',
        point_of_sale: data.terminal.point_of_sale,
      },
      operator: { id: tenant.collaboratorId, name: 'Kossi Agbo' },
      transaction: null,
      display: {
        currency: 'XOF',
        amount: 1000,
        converted: false,
        rate: { value: 1, per_unit: 1, at: null, source: 'origin' },
      },
      completed_at: null,
      cancelled_at: null,
    })
    const read = (await readCheckout(service, tenant.keys.terminal, id)).json.data
    assert.ok(read.expires_in > 290 && read.expires_in <= 300)
    assert.deepEqual({ ...read, expires_in: 300 }, json.data)
  })

  it('is of the desk that the key says: shop, or pos for a terminal of that type', async () => {
    const ofTerminal = (await create({}, tenant.keys.terminal)).json.data
    assert.deepEqual(
      [ofTerminal.channel, ofTerminal.terminal.id, ofTerminal.operator],
      ['pos', tenant.terminalId, null],
    )
    const ofServer = (await create()).json.data
    assert.deepEqual([ofServer.channel, ofServer.terminal, ofServer.operator], ['shop', null, null])
  })

  it('takes the service currency without being told, and its decimals', async () => {
    const other = await createTenant(service.database, { currency: 'EUR' })
    const { json } = await create({ amount: 12.5 }, other.keys.secret)
    assert.deepEqual([json.data.amount, json.data.currency], [12.5, 'EUR'])
    assert.deepEqual(json.data.display.amount, 12.5)
    const inXof = (await create({ amount: 655, currency: 'XOF' }, other.keys.secret)).json.data
    assert.deepEqual(
      [inXof.currency, inXof.display.currency, inXof.display.amount],
      ['XOF', 'EUR', 1],
    )
    const tooFine = await create({ amount: 12.505 }, other.keys.secret)
    assert.deepEqual(refusedFields(tooFine), { amount: 'invalid_amount' })
  })

  it('refuses a public key, and to be told of terminal, cashier or channel', async () => {
    const refused = refusalOf(await create({}, tenant.keys.public))
    assert.equal(refused.status, 403)
    for (const field of ['terminal', 'operator', 'channel']) {
      assert.deepEqual(refusedFields(await create({ [field]: 'x' })), { [field]: 'unknown_field' })
    }
  })

  it('tells of every wrong field at once', async () => {
    for (const expires_in of [59, 901, 300.5, '300']) {
      assert.deepEqual(refusedFields(await create({ expires_in })), {
        expires_in: 'invalid_expires_in',
      })
    }
    const many = await create({
      amount: 0,
      expires_in: 1,
      currency: 'XXX',
      description: 'd'.repeat(256),
    })
    assert.deepEqual(refusedFields(many), {
      amount: 'invalid_amount',
      currency: 'invalid_currency',
      description: 'invalid_description',
      expires_in: 'invalid_expires_in',
    })
    for (const expires_in of [60, 900]) {
      assert.equal((await create({ expires_in })).json.data.expires_in, expires_in)
    }
  })

  it('refuses what no payer could pay, while the desk can still change it', async () => {
    assert.deepEqual(refusalOf(await create({ amount: 1 })), {
      status: 422,
      code: 'amount_out_of_bounds',
      field: 'amount',
    })
    assert.equal(refusalOf(await create({ currency: 'EUR' })).code, 'currency_not_supported')
    assert.equal(refusalOf(await create({}, live.keys.secret)).code, 'provider_unavailable')
  })

  it('a key repeated is the same code, with another body a conflict; five at once make one', async () => {
    const idempotencyKey = randomUUID()
    const again = (changes = {}) =>
      call(service, checkoutCall(tenant.keys.secret, changes, idempotencyKey))
    const all = await Promise.all(Array.from({ length: 5 }, () => again()))
    const made = all.filter(({ status }) => status === 201)
    assert.ok(made.length >= 1)
    for (const { status, json } of all) {
      if (status !== 201) assert.equal(json.error.code, 'request_in_progress')
    }
    assert.equal(new Set(made.map(({ json }) => json.data.id)).size, 1)
    const replay = await again()
    assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
    assert.equal(replay.headers.get('Location'), `/v2/checkouts/${replay.json.data.id}`)
    assert.equal(replay.json.data.id, made[0]?.json.data.id)
    assert.deepEqual(refusalOf(await again({ amount: 2000 })), {
      status: 409,
      code: 'idempotency_conflict',
    })
    const other = await call(service, checkoutCall(tenant.keys.terminal, {}, idempotencyKey))
    assert.notEqual(other.json.data.id, replay.json.data.id)
    assert.notEqual((await create()).json.data.id, (await create()).json.data.id)
  })

  it('forty at once of one terminal: exactly thirty are made, the others may come back in a minute', async () => {
    const busy = await createTenant(service.database)
    const { terminal, session, secret } = busy.keys
    const keys = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? terminal : session))
    const all = await Promise.all(keys.map((key) => create({}, key)))
    const refused = all.filter(({ status }) => status !== 201)
    assert.equal(all.length - refused.length, perMinuteMax)
    for (const answer of refused) {
      assert.deepEqual(refusalOf(answer), { status: 429, code: 'rate_limited' })
      const seconds = Number(answer.headers.get('Retry-After'))
      assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
    }
    // The merchant's server is at no terminal, and neither is another one.
    assert.equal((await create({}, secret)).status, 201)
    assert.equal((await create({}, tenant.keys.session)).status, 201)
    const { made } = await onPool(service.database.pool).one<{ made: number }>(
      'select count(*)::int as made from checkout where terminal_id = $1',
      [busy.terminalId],
    )
    assert.equal(made, perMinuteMax)
  })

  it('another terminal’s, merchant’s or mode’s code is not found', async () => {
    const id = await createdCheckout(service, tenant.keys.terminal)
    const ofServer = await createdCheckout(service, tenant.keys.secret)
    const stranger = await createTenant(service.database)
    const neighbour = await neighbourKey()
    for (const key of [live.keys.secret, stranger.keys.secret, stranger.keys.session, neighbour]) {
      assert.equal(refusalOf(await readCheckout(service, key, id)).code, 'checkout_not_found')
      assert.equal(refusalOf(await cancelCheckout(service, key, id)).code, 'checkout_not_found')
    }
    const unseen = await readCheckout(service, tenant.keys.terminal, ofServer)
    assert.deepEqual(refusalOf(unseen), { status: 404, code: 'checkout_not_found' })
    assert.equal((await readCheckout(service, tenant.keys.secret, id)).status, 200)
    assert.equal((await readCheckout(service, tenant.keys.session, id)).status, 200)
    const nameless = await readCheckout(service, tenant.keys.secret, 'no-uuid')
    assert.equal(refusalOf(nameless).code, 'checkout_not_found')
    assert.equal(refusalOf(await readCheckout(service, tenant.keys.public, id)).status, 403)
  })

  it('while Temporal is away nobody can decide: paying and cancelling are asked to come back', async () => {
    const id = await createdCheckout(service, tenant.keys.secret)
    const [paid, cancelled] = await Promise.all([
      call(service, scanCall(id)),
      cancelCheckout(service, tenant.keys.secret, id),
    ])
    for (const answer of [paid, cancelled]) {
      assert.deepEqual(refusalOf(answer), { status: 503, code: 'service_unavailable' })
      assert.ok(answer.headers.get('Retry-After'))
    }
    assert.equal((await readCheckout(service, tenant.keys.secret, id)).json.data.status, 'open')
  })

  it('is shown as expired when its time is over, whoever has written it down or not', async () => {
    const id = await createdCheckout(service, tenant.keys.secret)
    await onPool(service.database.pool).rows(
      `with off as (select set_config('session_replication_role', 'replica', true))
       update checkout set created_at = created_at - interval '5 minutes',
         expires_at = expires_at - interval '5 minutes' from off where id = $1`,
      [id],
    )
    const { json } = await readCheckout(service, tenant.keys.secret, id)
    assert.deepEqual([json.data.status, json.data.expires_in], ['expired', 0])
    for (const path of ['', '/payment-methods']) {
      const refused = refusalOf(await call(service, { path: `/v2/payment-links/${id}${path}` }))
      assert.deepEqual(refused, { status: 410, code: 'payment_link_expired' })
    }
    assert.equal(refusalOf(await call(service, scanCall(id))).code, 'payment_link_expired')
    const cancelled = await cancelCheckout(service, tenant.keys.secret, id)
    assert.deepEqual(refusalOf(cancelled), { status: 409, code: 'checkout_not_cancellable' })
  })

  /** The key of another terminal of the same service. */
  async function neighbourKey(): Promise<string> {
    const { id } = await onPool(service.database.pool).one<{ id: string }>(
      `insert into terminal (id, service_env_id, type, label)
       values (gen_random_uuid(), $1, 'pos', 'Caisse 2') returning id`,
      [tenant.serviceEnvId],
    )
    return createKey(service.database, { ...tenant, terminalId: id }, 'terminal')
  }
})
