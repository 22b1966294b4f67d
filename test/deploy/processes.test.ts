import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { connectDatabase, type Database } from '#db/connect.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { freePorts } from '#dev/ports.ts'
import { createKeyring } from '#platform/keyring.ts'
import { certificates, needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { hasProgram } from '#test/support/debian-program.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { mtnSettings } from '#test/support/operator-settings.ts'
import {
  type ApiProcess,
  runCommand,
  type ServiceProcess,
  startApiProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import { type OwnPostgres, sharedStack, startOwnPostgres } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant } from '#test/support/tenant.ts'
import { root } from './read.ts'
import { type Machine, madeSecrets, ofCompose, ofSystemd, type Written } from './written.ts'

type Part = 'migrate' | 'api' | 'books' | 'operators'

const buildId = 'a1b2c3d4e5f6'
const files: Readonly<Record<string, (part: Part, machine: Machine) => Written>> = {
  'compose.yaml': (part, machine) =>
    ofCompose(part === 'migrate' || part === 'api' ? part : `worker-${part}`, machine),
  'the units of systemd': (part, machine) => {
    if (part === 'migrate' || part === 'api') return ofSystemd(`payments-${part}`, machine)
    return ofSystemd('payments-worker@', machine, part)
  },
}

/** Two APIs and two groups of workers at once, on accounts of PostgreSQL with no more rights than each needs. */
describe('the processes as the files of deploy/ start them', function () {
  this.timeout(240_000)
  let postgres: OwnPostgres
  let mtn: MtnEmulator
  let machine: Machine
  let temporal: Readonly<Record<'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE', string>>
  let database: Database
  const running: ServiceProcess[] = []

  before(needsOpenssl)
  before(function () {
    // Told by the reporter among what was skipped: this machine has no psql.
    if (!hasProgram('psql')) this.skip()
  })
  before(async () => {
    postgres = await startOwnPostgres(false)
    mtn = await startMtnEmulator({ delayMs: 50, float: 0 })
    machine = {
      secrets: madeSecrets(new URL(postgres.url)),
      operators: await operatorsFile(mtn),
    }
    const stack = await sharedStack()
    temporal = {
      TEMPORAL_ADDRESS: stack.temporalAddress,
      TEMPORAL_NAMESPACE: await stack.createNamespace(),
    }
    makeRoles(new URL(postgres.url), machine)
    database = await connectDatabase({
      url: `${secret('database_url_migrate')}?application_name=test`,
      keyring: createKeyring([Buffer.from(secret('master_key'), 'hex')]),
      poolSize: 4,
    })
  })
  afterEach(function () {
    if (this.currentTest?.state !== 'failed') return
    for (const one of running) process.stderr.write(`--- ${one.name}\n${one.output()}\n`)
  })
  after(async () => {
    await Promise.all(running.map((one) => one.kill()))
    await database?.close()
    await mtn?.close()
    await postgres?.stop()
  })

  for (const [name, written] of Object.entries(files)) {
    it(`of ${name}: a live payment goes through both groups of workers, asked at either API`, async () => {
      const migrated = await migrate(here(written('migrate', machine)))
      assert.match(migrated, /Migrated: 01-merchants|The database is up to date/)
      // As `npm run bundle` makes them for an image.
      const books = here(written('books', machine))
      await runCommand({ main: 'worker/bundle-main.ts' }, books)
      const apis = await Promise.all([startApi(written), startApi(written)])
      const workers = await Promise.all([
        startWorker(books),
        startWorker(here(written('operators', machine))),
      ])
      const current = ['current', buildId]
      const told = await runCommand({ main: 'worker/deploy-main.ts', words: current }, books)
      assert.equal(told.code, 0, told.output)
      const { keys } = await createTenant(database, { mode: 'live' })
      for (const api of apis) {
        const accepted = await call(api, collectionCall(keys.secret))
        assert.equal(accepted.status, 202, accepted.text)
        const ended = await waitUntilFinal(api, keys.secret, accepted.json.data.id)
        assert.equal(ended.status, 'succeeded')
      }
      await assertAccounts()
      assert.deepEqual(await checkInvariants(database), [])
      for (const one of [...apis, ...workers]) {
        assert.doesNotMatch(one.output(), /permission denied|must be owner/)
        assert.equal((await one.stop()).code, 0)
      }
    })
  }

  async function startApi(written: (typeof files)[string]): Promise<ApiProcess> {
    const [port, metrics] = await freePorts(2)
    const { environment, command } = written('api', machine)
    assert.equal(command.at(-1), 'server/main.ts')
    const own = { PORT: String(port), API_METRICS_PORT: String(metrics) }
    const api = await startApiProcess({ ...here({ environment, command }), ...own })
    running.push(api)
    return api
  }

  async function startWorker(environment: Record<string, string>): Promise<ServiceProcess> {
    const [metrics] = await freePorts(1)
    const worker = await startWorkerProcess({
      ...environment,
      WORKER_METRICS_PORT: String(metrics),
    })
    running.push(worker)
    return worker
  }

  /** What is written, but for where the servers of this machine are. */
  function here({ environment }: Written): Record<string, string> {
    return {
      ...environment,
      ...temporal,
      HOST: '127.0.0.1',
      BUILD_ID: buildId,
      NODE_EXTRA_CA_CERTS: machine.operators['NODE_EXTRA_CA_CERTS'] ?? '',
    }
  }

  /** Processes have the account that serves, and the one that migrates is not among them. */
  async function assertAccounts(): Promise<void> {
    const { rows } = await database.pool.query<{ name: string }>(
      `select distinct usename::text as name from pg_stat_activity
       where application_name like 'payment-service%'`,
    )
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['payments_serve'],
    )
  }

  async function migrate(environment: Record<string, string>): Promise<string> {
    const { command } = files['compose.yaml']?.('migrate', machine) ?? { command: [] }
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: root,
      env: { PATH: process.env['PATH'], ...environment },
    })
    return stdout
  }

  function secret(name: string): string {
    return readFileSync(join(machine.secrets, name), 'utf8')
  }
})

/** As `roles` of compose.yaml does, twice: it may be repeated. */
function makeRoles({ hostname, port, username, password, pathname }: URL, machine: Machine): void {
  const words = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)]
  for (let time = 1; time <= 2; time += 1) {
    execFileSync(join(root, 'deploy/postgres/roles.sh'), [machine.secrets, ...words], {
      env: { PATH: process.env['PATH'], PGPASSWORD: password },
      stdio: 'pipe',
    })
  }
}

/** Accounts at an operator on this machine, which production reaches by https alone. */
async function operatorsFile({ account }: MtnEmulator): Promise<Machine['operators']> {
  const { root: authority, valid } = certificates()
  const server = createServer({ cert: valid.cert, key: valid.key }, (inner) => {
    const outer = connect(Number(new URL(account.baseUrl).port), '127.0.0.1')
    inner.pipe(outer).pipe(inner)
    for (const socket of [inner, outer])
      socket.on('error', () => inner.destroy() && outer.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const authorities = join(temporaryFolder('authority'), 'root.pem')
  writeFileSync(authorities, authority)
  return {
    ...mtnSettings(account, `https://localhost:${(server.address() as AddressInfo).port}`),
    NODE_EXTRA_CA_CERTS: authorities,
  }
}
