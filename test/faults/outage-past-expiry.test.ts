import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import type { ApiHere } from './api-here.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { createTenant } from '#test/support/tenant.ts'
import { tell } from './rounds.ts'
import { givenLiveOperators } from './live-operators.ts'

/** Each call of an operator within it; an outage is longer. */
const expirySeconds = 8
const unsentPayments = 8

describe('Temporal is away for longer than a payment lives', function () {
  this.timeout(180_000)
  const temporal = given(() => startOwnTemporal())
  const changes = { COLLECTION_EXPIRY: `${expirySeconds}s` }
  const { scene, memories, orders, assertAgreed } = givenLiveOperators({ temporal, changes })
  const tenant = given(() => createTenant(scene.database, { mode: 'live' }))
  let api: ApiHere

  before(async () => {
    ;[api] = await Promise.all([scene.startApiHere(), scene.startWorker()])
  })
  afterEach(() => assertAgreed())

  it('what was never sent expires unsent: no payer is asked for an order that is over', async () => {
    const takenBefore = orders().length
    await temporal.kill()
    const ids = await Promise.all(
      Array.from({ length: unsentPayments }, (_, at) => pay(at % 2 === 0 ? '97' : '95', '1234')),
    )
    await timeIsUp(ids)
    await temporal.restart()
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['expired']))
    const sent = orders().length - takenBefore
    tell('an outage longer than a payment lives', {
      payments: ids.length,
      'sent after expiry': sent,
    })
    assert.equal(sent, 0)
    assert.deepEqual(await watchesOf(ids), [])
  })

  it('what the operator took, and does not find at the last look, is looked for again: its debit is booked', async () => {
    const mtn = memories()['mtn-benin']
    const takenBefore = mtn.orders.length
    // MTN takes it, and answers the first question about it with 404.
    const id = await pay('97', '0125')
    await eventually(async () => mtn.orders.length > takenBefore)
    await temporal.kill()
    await timeIsUp([id])
    await temporal.restart()
    const [status] = (await scene.untilFinal([id])).values()
    const late = await eventually(async () => (await isBooked(id)) && 'booked')
    assert.equal(status === 'succeeded' ? 'booked' : late, 'booked')
    assert.equal(status, 'expired', 'its first look came at the end')
    const debited = mtn.orders.slice(takenBefore).filter(({ end }) => end === 'succeeded')
    tell('a 404 at the last look', { debited: debited.length, 'debits not booked': 0 })
    assert.equal(debited.length, 1)
  })

  async function pay(prefix: '97' | '95', ending: string): Promise<string> {
    const number = String(Math.floor(Math.random() * 100)).padStart(2, '0')
    const phone = `22901${prefix}${number}${ending}`
    const request = collectionCall(tenant.keys.secret, { provider: 'auto', phone })
    const answer = await call(api, request)
    assert.equal(answer.status, 202, answer.text)
    return String(answer.json.data.id)
  }

  const timeIsUp = (ids: readonly string[]) =>
    eventually(
      async () =>
        (
          await onPool(scene.database.pool).rows(
            'select from transaction where id = any($1::uuid[]) and expires_at > now()',
            [ids],
          )
        ).length === 0,
      2000 * expirySeconds,
    )

  const watchesOf = (ids: readonly string[]) =>
    onPool(scene.database.pool).rows(
      'select transaction_id from late_watch where transaction_id = any($1::uuid[])',
      [ids],
    )

  async function isBooked(id: string): Promise<boolean> {
    const { is_booked: isBooked } = await onPool(scene.database.pool).one<{ is_booked: boolean }>(
      `select status = 'succeeded' or late_outcome_at is not null as is_booked from transaction where id = $1`,
      [id],
    )
    return isBooked
  }
})
