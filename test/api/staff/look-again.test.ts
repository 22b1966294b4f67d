import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { noteMended } from '#use-cases/runs/attention.ts'
import { refusalOf, startApiScene } from '#test/support/api-scene.ts'
import { askingRun } from '#test/support/asking-run.ts'
import { given } from '#test/support/given.ts'
import { silentPayoutRun } from '#test/support/silence.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { workflowId } from '#workflows/contract.ts'

describe('a run that asks for attention, at the desk', () => {
  const scene = given(() => startApiScene())

  const database = () => scene.service.database
  const order = (desk: AtDesk, id: string) =>
    act(scene, desk, { path: `/notices/${id}/look-again`, body: { reason: 'corrigé' } })

  it('is told to look again by overseers, and the log has who did it', async () => {
    const run = workflowId('collection', randomUUID())
    const id = await askingRun(database(), run)
    const [agent, administrator] = [
      await atDesk(database(), 'agent'),
      await atDesk(database(), 'administrator'),
    ]
    assert.equal(refusalOf(await order(agent, id)).code, 'operation_not_allowed')
    const { status, json } = await order(administrator, id)
    assert.equal(status, 200)
    const { kind, workflow_id: told, done, step, code } = json.data
    assert.deepEqual(
      [kind, told, done, step, code],
      ['run_attention', run, 'waits', 'checkPayment', 'TypeError'],
    )
    const [logged] = await actsOf(database(), administrator)
    assert.deepEqual([logged?.act, logged?.outcome], ['run.look_again', 'done'])
    const listed = await look(scene, agent, '/notices?kind=run_attention&limit=100')
    assert.ok(listed.json.data.some((notice: { id: string }) => notice.id === id))
  })

  it('is not told once it is mended, nor is what is no such run', async () => {
    const supervisor = await atDesk(database(), 'supervisor')
    const run = workflowId('refund', randomUUID())
    const mended = await askingRun(database(), run)
    await noteMended(database(), { workflowId: run })
    const night = await askingRun(database(), 'ledger-proof/daily-2026-11-22T02:15:00Z')
    await silentPayoutRun(scene.service)
    const open = await look(scene, supervisor, '/notices?kind=payout_undecided&limit=1')
    for (const id of [mended, night, String(open.json.data[0].id)]) {
      const refused = refusalOf(await order(supervisor, id))
      assert.deepEqual(refused, { status: 409, code: 'action_not_allowed' }, id)
    }
    const nobody = refusalOf(await order(supervisor, '999999999'))
    assert.deepEqual(nobody, { status: 404, code: 'notice_not_found' })
  })
})
