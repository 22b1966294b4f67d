import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { type Load, startLoad } from '#test/faults/clients.ts'
import { tell } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { call, eventually } from '#test/support/call.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import { given } from '#test/support/given.ts'
import { startMigratedPostgres } from '#test/support/stack.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsPrograms, runDrill } from './drill.ts'

/** Of the disk: PostgreSQL's own files, the books, its log, and the ballast. */
const diskBytes = 420 * 1024 * 1024
const ballastBytes = 64 * 1024 * 1024
const clients = 4
/** PostgreSQL goes on writing and forgetting files of its own meanwhile. */
const blocksLeftMax = 64
const acceptedBetween = 20

describe('the drill of a full disk', function () {
  this.timeout(240_000)
  let disk: string
  let api: ApiProcess
  let worker: ServiceProcess
  let load: Load
  const ballast = () => join(disk, 'ballast')
  /** Where a disk is left, no folder around it can be deleted. */
  const unmount = (): void => {
    if (disk !== undefined) spawnSync('umount', ['--lazy', disk])
  }

  before(needsPrograms)
  before(function () {
    disk = temporaryFolder('disk')
    const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', disk])
    // Told by the reporter among what was skipped: who runs the tests may make no disk.
    if (made.status !== 0) return this.skip()
    atExit(unmount)
    execFileSync('fallocate', ['--length', String(ballastBytes), ballast()])
  })
  const postgres = given(() => startMigratedPostgres(disk))
  const scene = givenScene(() => openScene({}, { databaseUrl: postgres.url }))
  before(async () => {
    ;[api, worker] = await scene.serve()
  })
  after(() => unmount())

  it('requests are refused with 503 while there is no room, processes live on, and what is written can be read', async () => {
    load = startLoad({ addresses: () => [api.baseUrl], key: scene.tenant.keys.secret, clients })
    await more(acceptedBetween)
    fill()
    await eventually(async () => load.seen.some(({ status }) => status === 503), 90_000)
    const [known] = [...load.accepted.values()]
    const path = `/v2/transactions/${known?.id}`
    const read = await call(api, { path, key: scene.tenant.keys.secret })
    assert.ok([200, 503].includes(read.status), read.text)
    assert.ok(api.isRunning() && worker.isRunning())
  })

  it('the ballast is given up, and payments flow again', async () => {
    const said = await runDrill('full-disk', {
      BALLAST: ballast(),
      DATABASE: postgres.url,
      // The test is its supervisor, as systemd would be.
      START: `echo start > ${join(disk, 'start')}`,
      READY: `${api.baseUrl}/readyz`,
    })
    assert.match(said, /The ballast is given up\..*The largest tables:\n\w+ \d+ [kM]B/s)
    assert.ok(!existsSync(join(disk, 'start')), 'PostgreSQL lived on')
    const refused = load.seen.filter(({ status }) => status === 503).length
    await more(acceptedBetween)
    await load.stop()
    tell('a full disk', { refused, accepted: load.accepted.size })
  })

  it('nothing that was accepted is lost, and the books hold', async () => {
    const ids = [...load.accepted.values()].map(({ id }) => id)
    const states = await scene.untilFinal(ids, 90_000)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown(90_000)
  })

  it('without a ballast it changes nothing', async () => {
    const places = { DATABASE: postgres.url, START: 'false', READY: `${api.baseUrl}/readyz` }
    await assert.rejects(
      runDrill('full-disk', { ...places, BALLAST: ballast() }),
      /There is no ballast/,
    )
  })

  /** To the last block, as a log that grows would. */
  function fill(): void {
    const { status } = spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'log')}`, 'bs=64K'])
    assert.equal(status, 1)
    assert.ok(statfsSync(disk).bavail < blocksLeftMax)
  }

  async function more(count: number): Promise<void> {
    const goal = load.accepted.size + count
    await eventually(async () => load.accepted.size >= goal, 90_000)
  }
})
