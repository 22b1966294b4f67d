import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { type Load, startLoad } from '#test/faults/clients.ts'
import { tell } from '#test/faults/rounds.ts'
import { givenScene } from '#test/faults/scene.ts'
import { eventually } from '#test/support/call.ts'
import { type ApiProcess, runCommand, type ServiceProcess } from '#test/support/processes.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { needsPrograms, runDrill } from './drill.ts'
import { openRequests } from './requests.ts'

const clients = 2
const acceptedBetween = 10

describe('the drill of a leaked master key, under load', function () {
  this.timeout(600_000)
  const folder = temporaryFolder('keys')
  const files = { OLD_KEY: join(folder, 'old'), NEW_KEY: join(folder, 'new') }
  const requests = openRequests()
  let old: string
  let ports: readonly number[]
  let apis: ApiProcess[]
  let worker: ServiceProcess
  let load: Load

  before(needsPrograms)
  const scene = givenScene()
  before(async () => {
    old = scene.environment()['MASTER_KEY'] ?? ''
    writeFileSync(files.OLD_KEY, old)
    ports = await freePorts(2)
    apis = await Promise.all(ports.map((port) => startApi(port, old)))
    worker = await scene.startWorker()
    await scene.createEndpoint(first())
    const addresses = () => apis.map(({ baseUrl }) => baseUrl)
    load = startLoad({ addresses, key: scene.tenant.keys.secret, clients })
  })

  it('another key takes its place, and no caller has to wait for it', async () => {
    await more()
    const drill = runDrill('leaked-master-key', {
      ...scene.environment(),
      ...files,
      APPLY: requests.command('apply', '$MASTER_KEY'),
      ROTATE: `'${process.execPath}' --import=./platform/jsx.mjs server/cli/rotate-master-key-main.ts`,
      READY: `${first().baseUrl}/readyz`,
    })
    const keys: string[] = []
    const restarts = async (): Promise<void> => {
      for (let time = 0; time < 3; time += 1) {
        await requests.meet('apply', async (key) => {
          keys.push(key)
          await restartAll(key)
        })
      }
    }
    const [said] = await Promise.all([drill, Promise.race([restarts(), drill])])
    const fresh = newKey()
    assert.deepEqual(keys, [`${old},${fresh}`, `${fresh},${old}`, fresh])
    assert.match(said, /Everything is sealed under the first key.*the old key opens nothing/s)
    assert.ok(![old, fresh].some((key) => said.includes(key)), 'no key is printed')
    assert.equal(statSync(files.NEW_KEY).mode & 0o077, 0)
    await more()
    // A process that is being restarted takes no connection; the other one does.
    const answers = new Set(load.seen.map(({ status }) => status).filter((status) => status !== 0))
    assert.deepEqual(answers, new Set([202]))
  })

  it('all that was sealed is read with the new key, and nothing with the old one', async () => {
    assert.equal((await leftUnder(newKey())).code, 0)
    assert.match((await leftUnder(old)).output, /MASTER_KEY holds no key that opens/)
    await load.stop()
    const ids = [...load.accepted.values()].map(({ id }) => id)
    const states = await scene.untilFinal(ids, 120_000)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    // Each was signed with the endpoint's secret, which is sealed.
    await eventually(async () => {
      const told = new Set(scene.mailbox.letters().map(({ transactionId }) => transactionId))
      return ids.every((id) => told.has(id))
    }, 60_000)
    tell('a leaked master key', { payments: ids.length, 'refused requests': 0 })
  })

  it('the same key again changes nothing', async () => {
    const same = { OLD_KEY: files.OLD_KEY, NEW_KEY: files.OLD_KEY }
    const given = { ...same, APPLY: 'false', ROTATE: 'false', READY: `${first().baseUrl}/readyz` }
    await assert.rejects(
      runDrill('leaked-master-key', given),
      /NEW_KEY is the old key: nothing was changed\./,
    )
  })

  const newKey = () => readFileSync(files.NEW_KEY, 'utf8').trim()

  const startApi = (port: number, key: string) =>
    scene.startApi({ PORT: String(port), MASTER_KEY: key })

  function first(): ApiProcess {
    const [api] = apis
    assert.ok(api)
    return api
  }

  /** One after the other, as a rolling restart does. */
  async function restartAll(key: string): Promise<void> {
    for (const [at, port] of ports.entries()) {
      await apis[at]?.stop()
      apis[at] = await startApi(port, key)
    }
    await worker.stop()
    worker = await scene.startWorker({ MASTER_KEY: key })
  }

  const leftUnder = (key: string) =>
    runCommand(
      { main: 'server/cli/rotate-master-key-main.ts', words: ['--status'] },
      scene.environment({ MASTER_KEY: key }),
    )

  async function more(): Promise<void> {
    const goal = load.accepted.size + acceptedBetween
    await eventually(async () => load.accepted.size >= goal, 120_000)
  }
})
