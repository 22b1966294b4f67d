import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { tell, timed } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { eventually } from '#test/support/call.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { startStandbyOf } from '#test/support/standby.ts'
import { given } from '#test/support/given.ts'
import { startMigratedPostgres } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsPrograms, runDrill } from './drill.ts'
import {
  acceptedInPart,
  assertNobodyWaited,
  checkNothingLost,
  endedWithinMs,
  startDrillLoad,
} from './load.ts'
import { openRequests } from './requests.ts'

/** Each sends two a second at most, as far as this machine carries them beside the other tests. */
const clients = 16
const acceptedBetween = acceptedInPart(60)
const refusedForMsMax = 30_000

describe('the drill of a lost zone: half of the APIs and workers and the standby are gone under load', function () {
  this.timeout(300_000 + endedWithinMs)
  const requests = openRequests()
  const pointed = join(temporaryFolder('pointed'), 'left')
  let left: ApiProcess
  let lost: readonly [ApiProcess, ServiceProcess]
  let load: ReturnType<typeof startDrillLoad>

  before(needsPrograms)
  const primary = given(() => startMigratedPostgres())
  const standby = given(() => startStandbyOf(primary))
  const scene = givenScene(() => openScene({}, { databaseUrl: primary.url }))
  before(async () => {
    const [here, there, worker] = await Promise.all([
      scene.startApi(),
      scene.startApi(),
      scene.startWorker(),
      scene.startWorker(),
    ])
    left = here
    lost = [there, worker]
    await scene.createEndpoint(left)
  })

  it('changes nothing where the primary is lost: the failover comes first', async () => {
    await assert.rejects(
      runDrill('lost-zone', { ...steps(), PRIMARY: standby.url }),
      /PRIMARY is a standby: run failover\.sh first\. Nothing was changed\./,
    )
    assert.ok(!existsSync(pointed))
  })

  it('nobody is refused for more than 30 s', async () => {
    load = startDrillLoad({ addresses, key: scene.tenant.keys.secret, clients })
    const { tookMs } = await timed(() => more(acceptedBetween))
    const before = load.accepted.size
    let seen = load.seen.length
    const loss = await timed(async () => {
      await Promise.all([standby.kill(), ...lost.map((each) => each.kill())])
      const drill = runDrill('lost-zone', steps())
      const [said] = await Promise.all([drill, requests.meet('start', replace)])
      assert.match(
        said,
        /APIs that are left.*wait for no standby any more.*'standby' again.*is replaced/s,
      )
      await eventually(async () => {
        const isWell = load.seen.length > seen && wellSince(seen)
        seen = load.seen.length
        return isWell
      })
    })
    await more(acceptedBetween)
    await load.stop()
    assertNobodyWaited(load)
    const refusals = load.seen.filter(({ status }) => status !== 202).length
    tell('a lost zone', {
      'payments a second': (acceptedBetween * 1000) / tookMs,
      'accepted before': before,
      'accepted in all': load.accepted.size,
      'answers other than 202': refusals,
      'until all is well, ms': loss.tookMs,
      'slowest answer, ms': Math.max(...load.seen.map((each) => each.tookMs)),
      ...load.figures(),
    })
    assert.ok(wellSince(seen), 'once all was well, it stayed so')
    assert.ok(loss.tookMs < refusedForMsMax, `${loss.tookMs} ms`)
  })

  it('nothing that was accepted is lost: each payment ends, once, and the books hold', () =>
    checkNothingLost(scene, load))

  it('a primary that waits for nobody is left as it is', async () => {
    const [said] = await Promise.all([
      runDrill('lost-zone', steps()),
      requests.meet('start', () => Promise.resolve()),
    ])
    assert.doesNotMatch(said, /wait for no standby/)
    const client = new Client({ connectionString: primary.url })
    await client.connect()
    const { rows } = await client.query('show synchronous_standby_names')
    await client.end()
    assert.deepEqual(rows, [{ synchronous_standby_names: '' }])
  })

  const addresses = () => (existsSync(pointed) ? [left] : [left, lost[0]]).map((api) => api.baseUrl)
  const wellSince = (from: number) => load.seen.slice(from).every(({ status }) => status === 202)

  const steps = () => ({
    PRIMARY: primary.url,
    POINT: `touch ${pointed}`,
    START: requests.command('start'),
    READY: `${left.baseUrl}/readyz`,
  })

  async function replace(): Promise<void> {
    await Promise.all([scene.startApi(), scene.startWorker()])
  }

  async function more(count: number): Promise<void> {
    const goal = load.accepted.size + count
    await eventually(async () => load.accepted.size >= goal, 120_000)
  }
})
