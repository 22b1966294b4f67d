import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { nextVersion } from '#test/faults/next-version.ts'
import { tell } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { eventually } from '#test/support/call.ts'
import {
  type ApiProcess,
  runCommand,
  type ServiceProcess,
  startApiProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsPrograms, runDrill } from './drill.ts'
import { acceptedInPart, assertNobodyWaited, endedWithinMs, startDrillLoad } from './load.ts'
import { openRequests } from './requests.ts'

/** Each sends two a second at most: more of them, and two versions at once, is too much for a small machine. */
const clients = 2
const acceptedBetween = acceptedInPart(20)

type Version = 'one' | 'two'

interface Running {
  readonly api: ApiProcess
  readonly workers: readonly ServiceProcess[]
}

/** A drill that leads from one version to another. */
interface Change {
  readonly name: 'new-version' | 'roll-back'
  readonly from: Version
  readonly to: Version
}

const forward: Change = { name: 'new-version', from: 'one', to: 'two' }
const back: Change = { name: 'roll-back', from: 'two', to: 'one' }

describe('the drills of a new version, under load', function () {
  this.timeout(600_000 + endedWithinMs)
  const folder = temporaryFolder('drill')
  const requests = openRequests()
  const running = new Map<Version, Running>()
  let code: Readonly<Record<Version, string>>
  /** One for the loss and one for the versions: what was accepted in the first comes to its end before the second. */
  const loads: ReturnType<typeof startDrillLoad>[] = []

  before(needsPrograms)
  const scene = givenScene(() => openScene({ TEMPORAL_DEPLOYMENT_NAME: 'payments' }))
  before(async () => {
    code = { one: process.cwd(), two: nextVersion('pinned') }
    await start('one', { port: (await freePorts(1))[0] ?? 0, workers: 2 })
    lead('one')
    const main = { main: 'worker/deploy-main.ts', words: ['current', 'one'] }
    const made = await runCommand(main, scene.environment({ BUILD_ID: 'one' }))
    assert.equal(made.code, 0, made.output)
    await scene.createEndpoint(led().api)
  })

  it('half of the workers are lost: no request is refused, and what was accepted ends', async () => {
    startLoad()
    await more()
    await led().workers[0]?.kill()
    await more()
    await noneRefusedUntilNow()
    await scene.untilFinal(acceptedIds(), endedWithinMs)
  })

  it('a version under which open runs would not go on changes nothing', async () => {
    startLoad()
    const changed = join(folder, 'changed')
    await assert.rejects(
      runDrill('new-version', {
        ...environmentOf(forward),
        DEPLOY: 'false',
        MIGRATE: `touch ${changed}`,
      }),
      /Open runs would not go on under two: nothing was changed\./,
    )
    assert.ok(!existsSync(changed))
  })

  it('a new version takes over: no request is refused', async () => {
    assert.match(
      await drill(forward),
      /go on under the code.*is migrated.*runs beside.*two gets 50 %.*two is current.*one is drained and stopped/s,
    )
    await more()
    noneRefused()
  })

  it('and the old one takes over again: no request is refused', async () => {
    assert.match(
      await drill(back),
      /one is current.*requests and new runs go to one.*two is drained and stopped/s,
    )
    await more()
    noneRefused()
  })

  it('nothing that was accepted is lost: each payment ends, once, and the books hold', async () => {
    await noneRefusedUntilNow()
    const states = await scene.untilFinal(acceptedIds(), endedWithinMs)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await scene.settleDown(endedWithinMs)
    const told = new Set(scene.mailbox.letters().map(({ transactionId }) => transactionId))
    assert.deepEqual(
      acceptedIds().filter((id) => !told.has(id)),
      [],
    )
  })

  const acceptedIds = () =>
    loads.flatMap(({ accepted }) => [...accepted.values()].map(({ id }) => id))
  const lastLoad = () => loads.at(-1) ?? assert.fail('nothing was sent')
  const noneRefused = () =>
    assert.deepEqual(new Set(lastLoad().seen.map(({ status }) => status)), new Set([202]))

  function startLoad(): void {
    const addresses = () => [led().api.baseUrl]
    loads.push(startDrillLoad({ addresses, key: scene.tenant.keys.secret, clients }))
  }

  async function more(): Promise<void> {
    const { accepted } = lastLoad()
    const goal = accepted.size + acceptedBetween
    await eventually(async () => accepted.size >= goal, 120_000)
  }

  async function noneRefusedUntilNow(): Promise<void> {
    const load = lastLoad()
    const figures = load.figures()
    await load.stop()
    assertNobodyWaited(load)
    noneRefused()
    tell(loads.length === 1 ? 'half the workers lost' : 'a version forward and back', {
      payments: load.accepted.size,
      'refused requests': 0,
      ...figures,
    })
  }

  /** Runs a drill; the processes that it starts and stops are the scene's. */
  async function drill(change: Change): Promise<string> {
    const [port = 0] = await freePorts(1)
    const over = runDrill(change.name, {
      ...environmentOf(change),
      READY: `http://127.0.0.1:${port}/readyz`,
    })
    const acts = async (): Promise<void> => {
      await requests.meet('start', () => start(change.to, { port, workers: 1 }))
      await requests.meet('stop', () => stop(change.from))
    }
    const [said] = await Promise.all([over, Promise.race([acts(), over])])
    return said
  }

  function environmentOf(change: Change): Record<string, string> {
    const run = `cd ${code.two} && '${process.execPath}' --import=./platform/jsx.mjs`
    return {
      ...scene.environment({ BUILD_ID: 'two' }),
      OLD: 'one',
      NEW: 'two',
      DEPLOY: `${run} worker/deploy-main.ts`,
      MIGRATE: `${run} db/migrate-main.ts`,
      START: requests.command('start'),
      READY: 'http://127.0.0.1:1/readyz',
      POINT: `printf ${change.to} > ${leads()}`,
      STOP: requests.command('stop'),
      PERCENT: '50',
      WATCH: '5',
    }
  }

  async function start(
    version: Version,
    { port, workers }: { readonly port: number; readonly workers: number },
  ): Promise<void> {
    const own = { BUILD_ID: version }
    const apiEnvironment = scene.environment({ ...own, PORT: String(port) })
    const startWorker = () => startWorkerProcess(scene.environment(own), code[version])
    const [api, ...started] = await Promise.all([
      startApiProcess(apiEnvironment, code[version]),
      ...Array.from({ length: workers }, startWorker),
    ])
    for (const each of [api, ...started]) scene.adopt(each)
    running.set(version, { api, workers: started })
  }

  /** Each comes to the end of what it has begun. */
  async function stop(version: Version): Promise<void> {
    const { api, workers } = runningAs(version)
    const ends = [api, ...workers].filter((each) => each.isRunning()).map((each) => each.stop())
    for (const { code: exit } of await Promise.all(ends)) assert.equal(exit, 0)
  }

  /** The file that says which version requests go to, as a proxy's configuration does. */
  const leads = () => join(folder, 'leads')
  const lead = (version: Version) => writeFileSync(leads(), version)
  const led = () => runningAs(readFileSync(leads(), 'utf8') === 'two' ? 'two' : 'one')

  function runningAs(version: Version): Running {
    const found = running.get(version)
    assert.ok(found, `${version} runs`)
    return found
  }
})
