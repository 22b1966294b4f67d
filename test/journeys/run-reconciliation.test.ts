import assert from 'node:assert/strict'
import { workflowId } from '#workflows/contract.ts'
import { runReconciliation } from '#workflows/contract/schedules.ts'
import { ensureRunReconciliation } from '#worker/scheduling.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { startTestService } from '#test/support/service.ts'
import { atDesk, look } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('a payment whose run was terminated by hand', function () {
  this.timeout(240_000)

  const service = given(() =>
    startTestService({ SANDBOX_OPERATOR_DELAY: '3s', LOG_LEVEL: 'fatal' }),
  )

  it('is started again by the schedule, comes to its end, and the desk is told of it', async () => {
    const { database, temporal } = service
    const tenant = await createTenant(database)
    const answer = await call(service, collectionCall(tenant.keys.secret))
    const id: string = answer.json.data.id
    const run = temporal.workflow.getHandle(workflowId('collection', id))
    await eventually(() =>
      run.terminate('by hand').then(
        () => true,
        () => false,
      ),
    )
    await database.pool.query(
      `update transaction set created_at = created_at - interval '1 minute' where id = $1`,
      [id],
    )
    await ensureRunReconciliation(temporal)
    const schedule = temporal.schedule.getHandle(runReconciliation.scheduleId)
    await eventually(async () => {
      await schedule.trigger()
      const { rows } = await database.pool.query('select status from transaction where id = $1', [
        id,
      ])
      return rows[0]?.status === 'succeeded'
    }, 60_000)
    const agent = await atDesk(database, 'agent')
    const notice = await eventually(async () => {
      const told = await look(service, agent, '/notices?kind=run_missing')
      return told.json.data[0]
    }, 120_000)
    assert.equal(notice.workflow_id, workflowId('collection', id))
    assert.equal(notice.done, 'restarted')
    assert.equal(notice.transaction_id, null)
    assert.match(notice.run_url, /collection/)
  })
})
