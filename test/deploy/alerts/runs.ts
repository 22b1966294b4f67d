import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { startOf, workflowId } from '#workflows/contract.ts'
import { runReconciliation } from '#workflows/contract/schedules.ts'
import { spread } from '#test/faults/rounds.ts'
import { eventually } from '#test/support/call.ts'
import { runReconcile } from '#test/support/processes.ts'
import { freshPhone } from '#test/support/tenant.ts'
import { type AlertTest, followed, madeOnce, paymentsEveryMs, steadily } from './alert-test.ts'
import type { WatchedService } from './service.ts'

const nothingLeft = /Nothing is left over\./

export const runsMissing: AlertTest = {
  alert: 'RunsMissing',
  title: 'runs that somebody has terminated are started again',
  async fault({ scene, api, client, untriggered }) {
    const ids = await spread(3, 3, () => scene.pay(api, { phone: freshPhone('0003') }))
    // What is still owed to Temporal would be started again at once.
    await eventually(
      async () => (await scene.database.pool.query('select from outbox')).rowCount === 0,
    )
    for (const id of ids) {
      const run = client.client.workflow.getHandle(workflowId('collection', id))
      await eventually(() =>
        run.terminate('by a test').then(
          () => true,
          () => false,
        ),
      )
    }
    // A sweep goes by Temporal's list, which is written a moment later.
    const open = ids.map((id) => `'${workflowId('collection', id)}'`).join()
    const query = `ExecutionStatus = 'Running' and WorkflowId in (${open})`
    await eventually(async () => (await client.client.workflow.count(query)).count === 0)
    // It leaves alone what is younger than half a minute.
    const list = ids.map((id) => `'${id}'`).join()
    await untriggered(
      `update transaction set created_at = created_at - interval '40 s' where id in (${list})`,
    )
    const swept = await runReconcile(scene.environment())
    assert.match(swept.output, /Missing runs: [3-9], started again: [3-9]\./)
    return madeOnce
  },
  follow: followed('RunsMissing', nothingLeft),
}

export const runsOrphaned: AlertTest = {
  alert: 'RunsOrphaned',
  title: 'runs of payments that the database has lost end',
  async fault({ client, scene }) {
    const { type, input, ...start } = startOf('collection', randomUUID())
    await client.client.workflow.start(type, {
      workflowId: start.workflowId,
      taskQueue: start.taskQueue,
      args: [input],
    })
    await eventually(async () => {
      const found = await scene.database.pool.query(
        `select from run_finding where kind = 'orphaned' and closed_at is null`,
      )
      return found.rowCount === 1
    })
    return madeOnce
  },
  follow: followed('RunsOrphaned', nothingLeft),
}

export const sweepsStopped: AlertTest = {
  alert: 'SweepsStopped',
  title: 'the schedule is paused: a sweep by hand ends it',
  async fault(service) {
    await service.sql(`update run_sweep set swept_at = now() - interval '11 minutes'`)
    return madeOnce
  },
  async follow(service) {
    const { schedule } = service.client.client
    const handle = schedule.getHandle(runReconciliation.scheduleId)
    assert.equal((await handle.describe()).state.paused, true)
    assert.match(await service.follow('SweepsStopped'), nothingLeft)
  },
}

export const stepsFail: AlertTest = {
  alert: 'StepsFail',
  title: 'a trigger that refuses each end is named, and removed',
  // Steps may fail for another reason at the same time: an operator that keeps silent.
  labels: { code: 'P0001' },
  async fault({ sql, scene, api }) {
    await sql(`create function planted() returns trigger language plpgsql as
        $$ begin raise exception 'no end for %', new.id; end $$;
      create trigger planted before update of status on transaction
        for each row when (new.mode = 'sandbox') execute function planted()`)
    return steadily(() => scene.pay(api), paymentsEveryMs)
  },
  async follow(service) {
    assert.match(service.worker.output(), /no end for /)
    // As long as it is not repaired, the entry comes to no end.
    await assert.rejects(service.follow('StepsFail', { PATIENCE: '3' }), /Runs still fail/)
    await service.sql('drop function planted() cascade')
    const said = await service.follow('StepsFail')
    assert.match(said, /P0001.*No run asks for attention/s)
  },
}

export const runsAskForAttention: AlertTest = {
  alert: 'RunsAskForAttention',
  title: 'told to look again, each run comes to its end',
  fault: () => Promise.resolve(madeOnce),
  follow: followed('RunsAskForAttention', /No run asks for attention/),
}

export const collectionsOverdue: AlertTest = {
  alert: 'CollectionsOverdue',
  title: 'what could not end comes to its end',
  async fault({ scene, untriggered }) {
    const stuck = `type = 'collection' and status = 'pending' and mode = 'sandbox'`
    await eventually(async () => {
      const found = await scene.database.pool.query(
        `select from transaction where ${stuck} limit 3`,
      )
      return found.rowCount === 3
    })
    await untriggered(
      `update transaction set created_at = created_at - interval '7 minutes',
         expires_at = expires_at - interval '7 minutes' where ${stuck}`,
    )
    return madeOnce
  },
  async follow(service) {
    const said = await service.follow('CollectionsOverdue')
    assert.match(said, /no collection is open past its time/)
  },
}

/** Each run that was stuck has ended. */
export async function noneIsStuck({ scene }: WatchedService): Promise<void> {
  const { rows } = await scene.database.pool.query<{ id: string }>(
    `select id from transaction where type = 'collection'`,
  )
  await scene.untilFinal(
    rows.map(({ id }) => id),
    180_000,
  )
}
