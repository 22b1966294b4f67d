import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { givenLiveOperators } from './live-operators.ts'

describe('a worker is killed between giving an operator an order and hearing its answer', function () {
  this.timeout(240_000)
  const { scene, memories, orders, assertAgreed } = givenLiveOperators()
  let ids: readonly string[]

  before(async () => {
    const tenant = await createTenant(scene.database, { mode: 'live' })
    const [api, worker] = await Promise.all([scene.startApiHere(), scene.startWorker()])
    // The operator takes the order, and the line stays silent: there the worker dies.
    ids = await Promise.all(
      ['2290197000011', '2290195000011'].map(async (phone) => {
        const answer = await call(
          api,
          collectionCall(tenant.keys.secret, { provider: 'auto', phone }),
        )
        assert.equal(answer.status, 202, answer.text)
        return String(answer.json.data.id)
      }),
    )
    await eventually(async () => orders().length === ids.length)
    await worker.kill()
    await scene.startWorker()
  })

  it('both payments succeed, by asking how they stand', async () => {
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
  })

  it('neither was given a second time: each payer was debited once', async () => {
    const rows = await onPool(scene.database.pool).rows<{ id: string }>(
      'select operator_request_id as id from transaction where mode = $1',
      ['live'],
    )
    const { 'mtn-benin': mtn, 'moov-benin': moov } = memories()
    for (const { id } of rows) {
      const memory = mtn.takings(id) > 0 ? mtn : moov
      assert.deepEqual([memory.takings(id), memory.movements(id)], [1, 1])
    }
    assert.deepEqual([mtn.orders.length, moov.orders.length], [1, 1])
    assert.deepEqual(await checkInvariants(scene.database), [])
    await assertAgreed()
  })
})
