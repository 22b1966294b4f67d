import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
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

/** Each sends two a second at most, as far as this machine carries them beside the other tests. */
const clients = 16
const acceptedBetween = acceptedInPart(60)

describe('the drill of a failover: a primary is lost under load, and its standby takes over', function () {
  this.timeout(300_000 + endedWithinMs)
  let api: ApiProcess
  let worker: ServiceProcess
  let load: ReturnType<typeof startDrillLoad>
  /** Names the port of the server that clients are led to. */
  const leads = join(temporaryFolder('leads'), 'port')

  before(needsPrograms)
  const primary = given(() => startMigratedPostgres())
  const standby = given(() => startStandbyOf(primary))
  const scene = givenScene(async () => {
    const url = new URL(primary.url)
    writeFileSync(leads, url.port)
    url.port = await address()
    return openScene({}, { databaseUrl: url.href })
  })
  before(async () => {
    ;[api, worker] = await scene.serve()
  })

  it('refuses to promote what is no standby, and leaves all as it is', async () => {
    await assert.rejects(
      runDrill('failover', { ...steps(), STANDBY: primary.url }),
      /STANDBY is no standby: nothing was changed\./,
    )
  })

  it('payments are accepted again by themselves once the standby has taken over', async () => {
    load = startDrillLoad({
      addresses: () => [api.baseUrl],
      key: scene.tenant.keys.secret,
      clients,
    })
    const { tookMs } = await timed(() => more(acceptedBetween))
    const before = load.accepted.size
    const rate = (acceptedBetween * 1000) / tookMs
    const seen = load.seen.length
    const drill = runDrill('failover', steps())
    const refused = await timed(async () => {
      await eventually(async () => load.seen.slice(seen).some(({ status }) => status !== 202))
      const since = load.seen.length
      await eventually(async () => load.seen.slice(since).some(({ status }) => status === 202))
    })
    const said = await drill
    assert.match(said, /the standby is the primary.*clients are led to it.*the service is ready/s)
    await more(acceptedBetween)
    await load.stop()
    assertNobodyWaited(load)
    assert.ok(api.isRunning() && worker.isRunning())
    assert.deepEqual(
      new Set(load.seen.map(({ status }) => status).filter((status) => status !== 202)),
      new Set([503]),
    )
    tell('failover', {
      'payments a second': rate,
      'accepted before': before,
      'accepted in all': load.accepted.size,
      'refused for ms': refused.tookMs,
      ...load.figures(),
    })
  })

  it('nothing that was accepted is lost: each payment ends, once, and the books hold', () =>
    checkNothingLost(scene, load))

  const steps = () => ({
    STANDBY: standby.url,
    FENCE: `kill -KILL ${primary.pid()}`,
    POINT: `printf %s ${new URL(standby.url).port} > ${leads}`,
    READY: `${api.baseUrl}/readyz`,
  })

  async function more(count: number): Promise<void> {
    const goal = load.accepted.size + count
    await eventually(async () => load.accepted.size >= goal, 120_000)
  }

  /** The port of an address that leads to whichever server `leads` names. */
  async function address(): Promise<string> {
    const server = createServer((inner) => {
      const outer = connect(Number(readFileSync(leads, 'utf8')), '127.0.0.1')
      inner.pipe(outer).pipe(inner)
      inner.on('error', () => outer.destroy()).on('close', () => outer.destroy())
      outer.on('error', () => inner.destroy()).on('close', () => inner.destroy())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    server.unref()
    return String((server.address() as AddressInfo).port)
  }
})
