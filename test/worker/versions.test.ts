import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startService } from '#dev/service.ts'
import { createLog } from '#platform/log.ts'
import {
  type DeploymentPlace,
  makeCurrent,
  pinnedRunsOf,
  readDeployment,
} from '#platform/temporal-deployment.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { launchWorker, runCommand } from '#test/support/processes.ts'
import { startTestService, testEnvironment, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { adoptOpenRuns } from '#worker/open-runs.ts'
import { taskQueues } from '#workflows/contract.ts'
import * as workflows from '#workflows/index.ts'
import { versioning } from '#workflows/versioning.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('the version of a worker', function () {
  this.timeout(60_000)

  describe('its build id', () => {
    let folder: string
    before(() => {
      folder = copyOfSources()
    })

    it('is a hash of the workflows where there is no git, another one for each change of them', () => {
      const first = buildIdIn(folder)
      assert.match(first, /^[0-9a-f]{12}$/)
      assert.equal(buildIdIn(folder), first)
      appendFileSync(join(folder, 'workflows/collection.ts'), '// changed\n')
      assert.notEqual(buildIdIn(folder), first)
    })

    it('is the commit, and with it that hash while the workflows differ from it', () => {
      const git = (...args: string[]): string =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
          cwd: folder,
          encoding: 'utf8',
        }).trim()
      git('init', '-q')
      writeFileSync(join(folder, '.gitignore'), 'node_modules\n.cache\n')
      git('add', '-A')
      git('commit', '-qm', 'first')
      const commit = git('rev-parse', '--short=12', 'HEAD')
      assert.equal(buildIdIn(folder), commit)
      appendFileSync(join(folder, 'worker/relay.ts'), '// no workflow\n')
      assert.equal(buildIdIn(folder), commit)
      appendFileSync(join(folder, 'domain/ids.ts'), '// changed again\n')
      assert.match(buildIdIn(folder), new RegExp(`^${commit}-[0-9a-f]{12}$`))
    })

    it('is not the commit of a repository that ours merely lies in', () => {
      const inner = join(folder, 'inner')
      mkdirSync(inner)
      copyInto(inner)
      assert.match(buildIdIn(inner), /^[0-9a-f]{12}$/)
    })
  })

  it('has a name that can be told from others: any other ends the worker with a line', async () => {
    const places = { databaseUrl: 'postgresql://127.0.0.1:1/none', temporalAddress: '127.0.0.1:1' }
    const environment = testEnvironment(
      { ...places, namespace: 'none' },
      { TEMPORAL_DEPLOYMENT_NAME: 'a.b' },
    )
    assert.deepEqual(await runCommand({ main: 'worker/main.ts' }, environment), {
      code: 1,
      output: 'TEMPORAL_DEPLOYMENT_NAME must be up to 64 letters, digits, _ or -.\n',
    })
  })

  it('every workflow says how its runs move', () => {
    assert.deepEqual(Object.keys(versioning).toSorted(), Object.keys(workflows).toSorted())
  })
})

describe('workers of several versions at once', function () {
  this.timeout(120_000)
  let service: TestService
  let tenant: Tenant
  let place: DeploymentPlace
  const others: { stop(): Promise<unknown> }[] = []

  before(async () => {
    service = await startTestService({ TEMPORAL_DEPLOYMENT_NAME: 'payments', BUILD_ID: 'one' })
    tenant = await createTenant(service.database)
    place = {
      call: (work) => work(service.temporal),
      deploymentName: 'payments',
      queues: Object.values(taskQueues),
      dataConverter: {},
    }
  })
  after(async () => {
    for (const other of others) await other.stop()
    await service?.stop()
  })

  const ofService = (changes: Readonly<Record<string, string>>) => {
    const { databaseUrl = '', temporalAddress = '', temporalNamespace: namespace } = service.env
    return testEnvironment({ databaseUrl, temporalAddress, namespace }, changes)
  }
  const startWorkers = async (name: string, buildId: string) => {
    const log = createLog({ level: 'error', name: buildId })
    const temporalDeployment = { name, buildId }
    const started = await startService({ ...service.env, port: 0, temporalDeployment }, log)
    others.push(started)
    return started
  }
  const pay = async (phone = freshPhone('0005')): Promise<string> => {
    const answer = await call(service, collectionCall(tenant.keys.secret, { phone }))
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }
  /** The versions that made the steps of its run, in their order. */
  const stepsOf = async (id: string): Promise<string[]> => {
    const handle = service.temporal.workflow.getHandle(`collection/${id}`)
    const { events } = await handle.fetchHistory().catch(() => ({ events: [] }))
    return (events ?? []).flatMap(({ workflowTaskCompletedEventAttributes: done }) => {
      const { deploymentName, buildId } = done?.deploymentVersion ?? {}
      return buildId ? [`${deploymentName}.${buildId}`] : []
    })
  }
  const versionOf = (id: string): Promise<string> =>
    eventually(async () => (await stepsOf(id)).at(-1) ?? false)
  /** Has it look at its operator: one step more. */
  const look = async (id: string): Promise<void> => {
    const steps = (await stepsOf(id)).length
    await service.temporal.workflow.getHandle(`collection/${id}`).signal('operatorAnswered')
    await eventually(async () => (await stepsOf(id)).length > steps)
  }

  it('one becomes current once its workers ask for work, and not before', async () => {
    assert.equal(await makeCurrent(place, 'none', 0), false)
    assert.equal((await readDeployment(place))?.current, undefined)
    assert.equal(await makeCurrent(place, 'one', 30_000), true)
    assert.equal((await readDeployment(place))?.current, 'one')
    assert.equal(await versionOf(await pay()), 'payments.one')
  })

  it('workers of another deployment on the same queues, or of a version that is not current, get nothing', async () => {
    await startWorkers('elsewhere', 'one')
    await startWorkers('payments', 'two')
    const ids = await Promise.all(Array.from({ length: 8 }, () => pay()))
    assert.deepEqual(new Set(await Promise.all(ids.map(versionOf))), new Set(['payments.one']))
    const standing = await readDeployment(place)
    assert.deepEqual(
      standing?.versions.map(({ buildId, role, workers }) => [buildId, role, workers]).toSorted(),
      [
        ['one', 'current', 1],
        ['two', 'new', 1],
      ],
    )
  })

  it('a worker that Temporal passes over says so as it starts, and so does the doctor', async () => {
    const environment = ofService({ LOG_LEVEL: 'warn' })
    const away = { TEMPORAL_DEPLOYMENT_NAME: 'elsewhere', BUILD_ID: 'two' }
    const [unversioned, other, own] = await Promise.all([
      launchWorker(environment),
      launchWorker({ ...environment, ...away }),
      launchWorker({ ...environment, TEMPORAL_DEPLOYMENT_NAME: 'payments', BUILD_ID: 'three' }),
    ])
    others.push(unversioned, other, own)
    const told = 'new runs go to version one of payments: workers'
    await unversioned.says(`${told} without a version get none`)
    await other.says(`${told} of elsewhere get none`)
    await own.says('the worker runs')
    assert.equal((await own.stop()).code, 0)
    assert.doesNotMatch(own.output(), /get none/)
    const doctor = (changes: Readonly<Record<string, string>>) =>
      runCommand({ main: 'server/cli/doctor-main.ts' }, { ...environment, ...changes })
    const [unset, right] = await Promise.all([
      doctor({}),
      doctor({ TEMPORAL_DEPLOYMENT_NAME: 'payments' }),
    ])
    assert.match(unset.output, /^look +versions: new runs go to version one of payments:/m)
    assert.match(unset.output, /→ Set TEMPORAL_DEPLOYMENT_NAME=payments for the workers/)
    assert.match(right.output, /^ok +versions: new runs go to one$/m)
  })

  it('when another becomes current it has the new runs, and those that are pinned stay, until they are moved', async () => {
    const before = await pay()
    await versionOf(before)
    assert.equal(await makeCurrent(place, 'two', 30_000), true)
    const now = await eventually(async () => {
      const id = await pay()
      return (await versionOf(id)) === 'payments.two' && id
    })
    await look(before)
    assert.equal(await versionOf(before), 'payments.one')
    const query = pinnedRunsOf('payments', 'one')
    await eventually(async () => (await service.temporal.workflow.count(query)).count >= 10)
    const moved = await adoptOpenRuns(place, await workflowBundle({ isVersioned: true }), query)
    assert.deepEqual([moved.fitting.length >= 10, moved.misfits], [true, []])
    await look(before)
    assert.equal(await versionOf(before), 'payments.two')
    assert.equal(await versionOf(now), 'payments.two')
  })

  it('a run that the code of today cannot go on with is ended when it is moved: the books start it again', async () => {
    const id = await pay()
    await versionOf(id)
    const { code } = await workflowBundle({ isVersioned: true })
    const broken = code.replace(
      /async function collection\(input\) \{/,
      '$& await new Promise(() => {});',
    )
    assert.notEqual(broken, code)
    const query = `ExecutionStatus = 'Running' and WorkflowId = 'collection/${id}'`
    await eventually(async () => (await service.temporal.workflow.count(query)).count === 1)
    const moved = await adoptOpenRuns(place, { code: broken }, query)
    assert.deepEqual(moved, { fitting: [], misfits: [`collection/${id}`], isCut: false })
    const { status } = await service.temporal.workflow.getHandle(`collection/${id}`).describe()
    assert.equal(status.name, 'TERMINATED')
  })

  it('the command tells of them, moves nothing while workers run, and goes back to workers without a version', async () => {
    const environment = ofService({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' })
    const deploy = (...words: string[]) =>
      runCommand({ main: 'worker/deploy-main.ts', words }, environment)
    const [moved, checked, upgraded, wrong] = await Promise.all([
      deploy('move', 'one'),
      deploy('check', 'one'),
      deploy('check'),
      deploy('curent', 'one'),
    ])
    assert.match(
      moved.output,
      /^1 worker of one asked for work within the last minute: its runs will end there\.\n$/,
    )
    assert.match(
      checked.output,
      /^Replayed \d+ open runs?: \d+ go on under the code of this folder, 0 do not\.\n$/,
    )
    assert.match(upgraded.output, /^Replayed \d+ open runs?: .* 0 do not\.\n$/)
    assert.match(wrong.output, /^Usage: npm run deploy/)
    assert.deepEqual([moved.code, checked.code, wrong.code], [1, 0, 1])
    const back = await deploy('current', 'unversioned')
    assert.match(back.output, /New runs go to workers without a version\./)
    assert.match(
      back.output,
      /two {2}draining; 1 worker, \d+ open runs?, \d+ of them pinned\. Keep its workers/,
    )
    assert.equal((await readDeployment(place))?.current, undefined)
  })
})

function copyOfSources(): string {
  const folder = temporaryFolder('sources')
  copyInto(folder)
  return folder
}

function copyInto(folder: string): void {
  const parts = ['activities', 'db', 'domain', 'platform', 'use-cases', 'worker', 'workflows']
  for (const part of [...parts, 'package.json', 'package-lock.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function buildIdIn(folder: string): string {
  const said = `import { buildIdOfCode } from '#worker/build-id.ts'; process.stdout.write(buildIdOfCode())`
  const options = { cwd: folder, input: said, encoding: 'utf8' } as const
  return execFileSync(process.execPath, ['--input-type=module-typescript', '-'], options)
}
