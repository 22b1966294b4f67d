import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { Client } from 'pg'
import { readEnv } from '#platform/env.ts'
import { checkPaths } from '#server/cli/doctor/paths.ts'
import { checkSettings } from '#server/cli/doctor/settings.ts'
import { freePorts } from '#dev/ports.ts'
import { given } from '#test/support/given.ts'
import { runCommand, type ServiceProcess, startWorkerProcess } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'
import { sharedStack } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

interface Told {
  readonly check: string
  readonly state: string
  readonly said: string
  readonly todo?: string
}

describe('the doctor', function () {
  this.timeout(90_000)
  let databaseUrl: string
  let namespace: string
  let worker: ServiceProcess
  const stack = given(() => sharedStack())
  before(async () => {
    databaseUrl = await stack.createDatabase()
    namespace = await stack.createNamespace()
    worker = await startWorkerProcess(environment({}))
  })
  after(() => worker?.stop())

  it('says which queues no worker serves, whose payments wait, and what to do', async () => {
    const other = { TEMPORAL_NAMESPACE: await stack.createNamespace() }
    const workers = async () => (await findings(other)).find(({ check }) => check === 'workers')
    const none = await workers()
    assert.deepEqual([none?.state, none?.said], ['failed', 'none is running'])
    const queues = { WORKER_QUEUES: 'payments,webhooks,mail' }
    const books = await startWorkerProcess(environment({ ...other, ...queues }))
    const some = await workers()
    assert.deepEqual(
      [some?.state, some?.said],
      ['failed', 'none serves operator-mtn, operator-moov'],
    )
    assert.match(some?.todo ?? '', /npm run worker; WORKER_QUEUES .*#workers/)
    await books.stop()
  })

  it('finds nothing that fails in an installation that works, says so, and ends with 0', async () => {
    const { code, output } = await doctor({})
    assert.match(output, /^ok +workers: \d+ workers?, and each queue has one$/m)
    assert.match(output, /^ok +database: PostgreSQL \d+$/m)
    assert.match(output, /^ok +schema: /m)
    assert.match(output, /^ok +search attributes: /m)
    assert.match(output, / 0 failed\n$/)
    assert.equal(code, 0)
  })

  it('says all that is wrong at once, with what to do, to scripts as JSON, and ends with 1', async () => {
    const [port = 0] = await freePorts(1)
    const empty = await stack.createEmptyDatabase()
    const changes = { DATABASE_URL: empty, TEMPORAL_NAMESPACE: 'no-such-namespace' }
    const told = await findings({
      ...changes,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    })
    const checks = told.filter(({ state }) => state === 'failed').map(({ check }) => check)
    assert.deepEqual(checks.toSorted(), ['path to traces', 'schema', 'temporal'])
    for (const { state, todo = '' } of told) assert.equal(todo !== '', state !== 'ok')
    const url = `postgresql://nobody:hunter2@127.0.0.1:${port}/x`
    const away = await findings({ DATABASE_URL: url, TEMPORAL_ADDRESS: `127.0.0.1:${port}` })
    assert.deepEqual(
      away.filter(({ state }) => state === 'failed').map(({ check }) => check),
      ['database', 'temporal'],
    )
    assert.ok(!JSON.stringify(away).includes('hunter2'))
  })

  it('says that a database takes no writes, and what to do', async () => {
    const url = new URL(databaseUrl)
    const client = new Client({ connectionString: url.href })
    await client.connect()
    const name = url.pathname.slice(1)
    await client.query(`alter database "${name}" set default_transaction_read_only = on`)
    const writes = (await findings({})).find(({ check }) => check === 'writes')
    await client.query(`alter database "${name}" reset default_transaction_read_only`)
    await client.end()
    assert.equal(writes?.state, 'failed')
    assert.match(writes?.todo ?? '', /default_transaction_read_only/)
  })

  it('tells of variables that cannot be read as of any other failure', async () => {
    const told = await findings({ PORT: 'x', MASTER_KEY_FILE: '/no/such/file', MASTER_KEY: '' })
    assert.deepEqual(
      told.map(({ check, state }) => `${check} ${state}`),
      ['environment failed', 'environment failed'],
    )
  })

  it('changes nothing: where no master key is yet, it makes none', async () => {
    const folder = temporaryFolder('doctor')
    const fresh = { DATABASE_URL: await stack.createDatabase() }
    const told = await findings({ ...fresh, MASTER_KEY: '', DATA_DIR: folder })
    const key = told.find(({ check }) => check === 'master key')
    assert.deepEqual([key?.state, key?.said], ['ok', 'of a new database'])
    assert.deepEqual(readdirSync(folder), [])
  })

  it('tells which rights a role lacks, and the statement that grants them', async () => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const role = `reader_${namespace.replaceAll('-', '_')}`
    await client.query(`create role ${role} login password 'x'; grant usage on schema public to ${role};
      grant select on all tables in schema public to ${role}`)
    await client.end()
    const url = new URL(databaseUrl)
    url.username = role
    url.password = 'x'
    const rights = (await findings({ DATABASE_URL: url.href })).find(
      ({ check }) => check === 'rights',
    )
    assert.equal(rights?.state, 'failed')
    assert.match(rights?.todo ?? '', new RegExp(`grant payments_serve to ${role};$`))
  })

  const production = {
    NODE_ENV: 'production',
    MASTER_KEY: 'ab'.repeat(32),
    TRUST_PROXY_HOPS: '1',
    PUBLIC_URL: 'https://pay.example',
  }

  it('knows whether merchants sign up, which production has where it is wanted alone, and warns where no mail can go out', () => {
    const signUp = (changes: Record<string, string>) =>
      checkSettings(readEnv({ ...production, ...changes })).find(({ check }) => check === 'sign-up')
        ?.state
    assert.equal(readEnv({}).isSignUpOpen, true)
    assert.equal(readEnv(production).isSignUpOpen, false)
    assert.equal(signUp({}), 'ok')
    assert.equal(signUp({ MERCHANT_SIGN_UP: 'open' }), 'warning')
    const smtp = { SMTP_URL: 'smtp://mail.example' }
    assert.equal(signUp({ MERCHANT_SIGN_UP: 'open', ...smtp }), 'ok')
    assert.throws(() => readEnv({ MERCHANT_SIGN_UP: 'yes' }), /MERCHANT_SIGN_UP/)
  })

  it('knows an old Node', () => {
    const of = (changes: Record<string, string>, version = '24.21.0') =>
      checkSettings(readEnv(changes), version)
        .filter(({ state }) => state === 'failed')
        .map(({ check }) => check)
    assert.deepEqual(of({}), [])
    assert.deepEqual(of({}, '22.1.0'), ['node'])
    assert.deepEqual(of(production), [])
    assert.deepEqual(of(production, '22.1.0'), ['node'])
  })

  it('reaches for each operator that has an account, and for the mail server', async () => {
    const [port = 0] = await freePorts(1)
    const url = `http://127.0.0.1:${port}`
    const moov = {
      MOOV_USERNAME: 'a',
      MOOV_PASSWORD: 'b',
      MOOV_ENCRYPTION_KEY: 'c'.repeat(32),
      MOOV_URL: url,
    }
    const told = await checkPaths(readEnv({ ...moov, SMTP_URL: `smtp://127.0.0.1:${port}` }))
    assert.deepEqual(
      told.map(({ check, state }) => `${check} ${state}`),
      ['path to moov-benin failed', 'path to the mail server failed'],
    )
  })

  it('is one of the verbs of one command line, whose exit code is its own', async () => {
    const payments = (...words: readonly string[]) =>
      runCommand({ main: 'server/cli/payments-main.ts', words }, environment({}))
    assert.match((await payments('--help')).output, /^ +doctor .*^ +reconcile /ms)
    const well = await payments('doctor', '--json')
    assert.deepEqual([well.code, Object.keys(JSON.parse(well.output) as object)], [0, ['findings']])
    const wrong = await payments('staff')
    assert.equal(wrong.code, 1)
    assert.match(wrong.output, /^Usage: npm run staff -- /m)
    assert.equal((await payments('no-such-verb')).code, 1)
  })

  const environment = (changes: Record<string, string>) =>
    testEnvironment({ databaseUrl, temporalAddress: stack.temporalAddress, namespace }, changes)
  const doctor = (changes: Record<string, string>, ...words: readonly string[]) =>
    runCommand({ main: 'server/cli/doctor-main.ts', words }, environment(changes))
  async function findings(changes: Record<string, string>): Promise<readonly Told[]> {
    const { code, output } = await doctor(changes, '--json')
    const told = (JSON.parse(output) as { findings: Told[] }).findings
    assert.equal(code, told.some(({ state }) => state === 'failed') ? 1 : 0)
    return told
  }
})
