import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { call, eventually } from '#test/support/call.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { given } from '#test/support/given.ts'
import { startMigratedPostgres } from '#test/support/stack.ts'
import { type Load, startLoad } from './clients.ts'
import { middleAndMax, note, roundsFactor, timed } from './rounds.ts'
import { givenScene, openScene } from './scene.ts'

const kills = 3 * roundsFactor
const clients = 4
const acceptedBetween = 25
/** How long the database stays away, long enough for every client to run into it. */
const awayMs = 1000
/** A database that is away is told so within its connection's time limit. */
const refusedWithinMs = 5000
const backWithinMs = 10_000

describe('PostgreSQL is killed and restarted under load', function () {
  this.timeout(180_000)
  const postgres = given(() => startMigratedPostgres())
  const scene = givenScene(() => openScene({}, { databaseUrl: postgres.url }))
  let api: ApiProcess
  let worker: ServiceProcess
  let load: Load

  before(async () => {
    ;[api, worker] = await scene.serve()
  })

  it('API and worker live on, refuse with 503 and Retry-After, and go on when it is back', async () => {
    load = startLoad({ addresses: () => [api.baseUrl], key: scene.tenant.keys.secret, clients })
    for (let kill = 1; kill <= kills; kill += 1) {
      await moreAccepted(acceptedBetween)
      await postgres.kill()
      await Promise.all([checkRefusals(), pause(awayMs)])
      await postgres.restart()
      const { tookMs } = await timed(() => moreAccepted(1, backWithinMs))
      note('accepted again after PostgreSQL answers', { ms: tookMs })
    }
    await load.stop()
    assert.ok(api.isRunning() && worker.isRunning())
    const refused = load.seen.filter(({ status }) => status !== 202)
    assert.ok(refused.length > 0, 'clients ran into the absence')
    assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([503]))
    for (const { retryAfter } of refused) assert.match(retryAfter ?? '', /^[1-9]\d*$/)
    const { p50, max } = middleAndMax(refused.map(({ tookMs }) => tookMs))
    note('503 while PostgreSQL is away', { p50, max, count: refused.length })
    assert.ok(max < refusedWithinMs, `a refusal took ${max} ms`)
  })

  it('every accepted payment is there, ends once, and its webhook arrives', async () => {
    const ids = [...load.accepted.values()].map(({ id }) => id)
    const { result, tookMs } = await timed(() => scene.untilFinal(ids))
    note(`${ids.length} payments final after the last restart`, { ms: tookMs })
    assert.deepEqual(new Set(result.values()), new Set(['succeeded']))
    await scene.settleDown()
    const arrived = new Set(scene.mailbox.letters().map(({ transactionId }) => transactionId))
    for (const id of ids) assert.ok(arrived.has(id), id)
  })

  async function moreAccepted(count: number, timeoutMs?: number): Promise<void> {
    const goal = load.accepted.size + count
    await eventually(async () => load.accepted.size >= goal, timeoutMs)
  }

  async function checkRefusals(): Promise<void> {
    const key = scene.tenant.keys.secret
    const read = await call(api, { path: '/v2/balance', key })
    assert.equal(read.status, 503, read.text)
    assert.ok(read.headers.has('Retry-After'))
    assert.equal((await call(api, { path: '/healthz' })).status, 200)
    const ready = await call(api, { path: '/readyz' })
    assert.equal(ready.status, 503)
    assert.equal(ready.json.database, false)
  }
})
