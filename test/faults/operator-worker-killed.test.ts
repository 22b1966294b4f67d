import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { moovSettings, mtnSettings } from '#test/support/operator-settings.ts'
import { createTenant } from '#test/support/tenant.ts'
import { givenScene, openScene } from './scene.ts'

const settings = { delayMs: 100, float: 0 }

describe('a worker is killed between giving an operator an order and hearing its answer', function () {
  this.timeout(240_000)
  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'any_id' }))
  const scene = givenScene(() =>
    openScene({ ...mtnSettings(mtn.account), ...moovSettings(moov.account) }),
  )
  let ids: readonly string[]

  before(async () => {
    const tenant = await createTenant(scene.database, { mode: 'live' })
    const [api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
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
    const taken = (): number => mtn.memory.orders.length + moov.memory.orders.length
    await eventually(async () => taken() === ids.length)
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
    for (const { id } of rows) {
      const memory = mtn.memory.takings(id) > 0 ? mtn.memory : moov.memory
      assert.deepEqual([memory.takings(id), memory.movements(id)], [1, 1])
    }
    assert.deepEqual([mtn.memory.orders.length, moov.memory.orders.length], [1, 1])
    assert.deepEqual(await checkInvariants(scene.database), [])
    const memories = { 'mtn-benin': mtn.memory, 'moov-benin': moov.memory }
    assert.deepEqual(await checkOperatorBooks(scene.database, memories), [])
  })
})
