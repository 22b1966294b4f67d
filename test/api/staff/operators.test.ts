import assert from 'node:assert/strict'
import { collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { refusalOf, refusedFields, startApiScene, startSecondApi } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { act, actsOf, atDesk, look } from '#test/support/staff.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('operators that the staff opens and closes', () => {
  const scene = given(() => startApiScene({ SANDBOX_OPERATOR_DELAY: '300ms' }))
  const supervisor = given(() => atDesk(scene.service.database, 'supervisor'))

  const change = (verb: 'open' | 'close', body: object = {}, provider = 'mtn-benin') =>
    act(scene, supervisor, {
      path: `/operators/${provider}/${verb}`,
      body: { mode: 'sandbox', reason: 'maintenance annoncée', ...body },
    })
  const pay = (provider: string, at = scene.baseUrl) =>
    scene.call(
      collectionCall(scene.tenant.keys.secret, {
        provider,
        phone: provider === 'moov-benin' ? '2290195001234' : freshPhone(),
      }),
      at,
    )

  it('refuse new payments while closed, in every process, let those under way end, and take them again once open', async () => {
    const other = await startSecondApi(scene)
    try {
      assert.equal((await pay('mtn-benin', other.baseUrl)).status, 202)
      const underWay = await scene.accept()
      const closed = await change('close')
      assert.equal(closed.json.data.is_open, false)
      assert.equal(closed.json.data.changed_by.id, supervisor.member.id)
      const refused = { status: 422, code: 'provider_unavailable', field: 'provider' }
      assert.deepEqual(refusalOf(await pay('mtn-benin')), refused)
      await eventually(async () => (await pay('mtn-benin', other.baseUrl)).status === 422, 1500)
      assert.equal((await pay('moov-benin')).status, 202)
      const { keys } = scene.tenant
      const methods = await scene.call({ path: '/v2/payment-methods', key: keys.secret })
      assert.ok(!methods.text.includes('mtn-benin'))
      const ended = await waitUntilFinal(scene, keys.secret, underWay.json.data.id)
      assert.equal(ended.status, 'succeeded')
      assert.equal((await change('open')).json.data.is_open, true)
      assert.equal((await pay('mtn-benin')).status, 202)
      await eventually(async () => (await pay('mtn-benin', other.baseUrl)).status === 202, 1500)
    } finally {
      await other.stop()
    }
    const lines = await actsOf(scene.service.database, supervisor)
    assert.deepEqual(
      lines.map(({ act: what, reason, details }) => [what, reason, details['mode']]),
      [
        ['operator.open', 'maintenance annoncée', 'sandbox'],
        ['operator.close', 'maintenance annoncée', 'sandbox'],
      ],
    )
  })

  it('are closed in one mode alone', async () => {
    await change('close', { mode: 'live' })
    assert.equal((await pay('mtn-benin')).status, 202)
    const { json } = await look(scene, supervisor, '/operators')
    const states = json.data.map(({ id, is_open: isOpen }: { id: string; is_open: boolean }) => [
      id,
      isOpen,
    ])
    assert.deepEqual(states, [
      ['mtn-benin-live', false],
      ['mtn-benin-sandbox', true],
      ['moov-benin-live', true],
      ['moov-benin-sandbox', true],
      ['card-sandbox-sandbox', true],
      ['direct-debit-sandbox-sandbox', true],
    ])
    const live = await createTenant(scene.service.database, { mode: 'live' })
    const answer = await scene.call(collectionCall(live.keys.secret))
    assert.equal(refusalOf(answer).code, 'provider_unavailable')
    await change('open', { mode: 'live' })
  })

  it('are changed once of many that ask at once, never to what they are already, and for a reason', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => change('close', {}, 'moov-benin')),
    )
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), [
      '200',
      '409',
      '409',
      '409',
    ])
    await change('open', {}, 'moov-benin')
    const again = await change('open', {}, 'moov-benin')
    assert.deepEqual(refusalOf(again), { status: 409, code: 'action_not_allowed' })
    assert.deepEqual(refusedFields(await change('close', { mode: 'test', reason: '  ' })), {
      mode: 'invalid_field',
      reason: 'invalid_field',
    })
    for (const unknown of [
      await change('close', {}, 'orange-benin'),
      await change('close', { mode: 'live' }, 'card-sandbox'),
    ]) {
      assert.deepEqual(refusalOf(unknown), { status: 404, code: 'operator_not_found' })
    }
  })
})
