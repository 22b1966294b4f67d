import assert from 'node:assert/strict'
import { sendsAtOnceMax } from '#db/sends-at-once.ts'
import { onPool } from '#db/sql.ts'
import { eventually } from '#test/support/call.ts'
import { assertOneDelivery } from './mailbox.ts'
import { givenScene } from './scene.ts'

const payments = sendsAtOnceMax + 2

describe('a worker is killed while it sends an endpoint all that it may at once', function () {
  this.timeout(240_000)
  const scene = givenScene()
  let ids: readonly string[]

  before(async () => {
    const [api, worker] = await scene.serveHere()
    scene.mailbox.answerWith(() => {})
    ids = await Promise.all(Array.from({ length: payments }, () => scene.pay(api)))
    await scene.untilFinal(ids)
    await eventually(async () => scene.mailbox.letters().length === sendsAtOnceMax)
    await worker.kill()
    scene.mailbox.answerWith()
    await scene.startWorker()
    await scene.settleDown()
  })

  it('each of those has lost one attempt, and its next one arrives; the others lost none', () => {
    const lost = ids.filter((id) => scene.mailbox.lettersOf(id).length === 2)
    assert.equal(lost.length, sendsAtOnceMax)
    for (const id of ids) {
      assertOneDelivery(scene.mailbox.lettersOf(id), lost.includes(id) ? [1, 2] : [1])
    }
  })

  it('the books say so, and no place at the endpoint is held any more', async () => {
    const rows = await onPool(scene.database.pool).rows<{ end: string; count: number }>(
      `select coalesce(error, http_status::text, 'open') as end, count(*)::int as count
       from webhook_attempt group by 1 order by 1`,
    )
    assert.deepEqual(rows, [
      { end: '204', count: payments },
      { end: 'worker_lost', count: sendsAtOnceMax },
    ])
  })
})
