import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { sendsAtOnceMax } from '#db/sends-at-once.ts'
import { startReplay } from '#use-cases/webhooks/replay.ts'
import type { Outbox } from '#db/outbox.ts'
import { abandonCopies } from '#test/use-cases/webhooks/deliveries.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { openFailpoints } from './failpoints.ts'
import { givenScene } from './scene.ts'

const missed = 30
const dayMs = 86_400_000
/** What is announced is left to the relay of a worker. */
const held: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }

describe('a worker is killed in the middle of a replay, twice; others take over', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))

  it('each missed delivery is asked for once, and sent once at most', async () => {
    const { database, mailbox } = scene
    const { serviceEnvId } = scene.tenant
    await arrange()
    const waiting: ServerResponse[] = []
    mailbox.answerWith((_, response) => waiting.push(response))
    const since = new Date(Date.now() - 10 * dayMs)
    const id = await startReplay(database, held, { serviceEnvId, endpointId: null, since })

    const queuing = await failpoints.add({
      table: 'webhook_replay',
      at: 'update',
      when: 'new.queued > old.queued',
    })
    const first = await scene.startWorker()
    await queuing.reached(20_000)
    await first.kill()
    await queuing.undo()
    assert.equal(mailbox.letters().length, 0)

    const second = await scene.startWorker()
    await eventually(() => Promise.resolve(waiting.length === sendsAtOnceMax))
    await second.kill()
    waiting.forEach((response) => response.destroy())
    mailbox.answerWith()

    await scene.startWorker()
    await eventually(async () => (await replayOf(id))?.status === 'done')
    await scene.settleDown()
    assert.deepEqual(await replayOf(id), { status: 'done', total: missed, queued: missed })
    assert.deepEqual(await ends(), {
      worker_lost: sendsAtOnceMax,
      delivered: missed - sendsAtOnceMax,
    })
    const letters = mailbox.letters().map(({ data }) => data)
    assert.equal(letters.length, missed)
  })

  async function arrange(): Promise<void> {
    const { database, tenant, mailbox } = scene
    const { serviceEnvId } = tenant
    const { endpoint, secret } = await createWebhookEndpoint(database, serviceEnvId, {
      url: `https://${mailbox.host}/hook`,
      label: null,
      events: ['*'],
      isEnabled: true,
    })
    mailbox.trust(secret)
    const test = { serviceEnvId, id: endpoint.id, type: 'test.ping' } as const
    await abandonCopies(database, await sendTestEvent(database, held, test), missed - 1)
    await database.pool.query('delete from outbox')
  }

  async function replayOf(id: string) {
    const { rows } = await scene.database.pool.query<{ status: string }>(
      'select status, total, queued from webhook_replay where id = $1',
      [id],
    )
    return rows[0]
  }

  /** How the one attempt of each delivery ended. */
  async function ends(): Promise<Record<string, number>> {
    const { rows } = await scene.database.pool.query<{ end: string; count: number }>(
      `select coalesce(a.error, 'delivered') as "end", count(*)::int as count
       from webhook_delivery d join webhook_attempt a on a.delivery_id = d.id
       group by 1 order by 1`,
    )
    return Object.fromEntries(rows.map(({ end, count }) => [end, count]))
  }
})
