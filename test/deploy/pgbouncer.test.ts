import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#db/migrate.ts'
import { freePorts } from '#dev/ports.ts'
import { startServer } from '#dev/server-process.ts'
import { startLoad } from '#test/faults/clients.ts'
import { tell } from '#test/faults/rounds.ts'
import { givenScene, openScene } from '#test/faults/scene.ts'
import { given } from '#test/support/given.ts'
import { givenProgram } from '#test/support/debian-program.ts'
import { call, collectionCall, eventually, waitUntilFinal } from '#test/support/call.ts'
import { runCommand } from '#test/support/processes.ts'
import { makeRoles } from '#test/support/roles.ts'
import { startOwnPostgres } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { textOf } from './read.ts'

/** Of PostgreSQL's connections, for all processes; each of them believes that it has more. */
const shared = 6
const each = '20'
const clients = 8
const payments = 80

describe('through PgBouncer in transaction mode', function () {
  this.timeout(240_000)
  let urlAs: Awaited<ReturnType<typeof makeRoles>>
  let port: number
  let admin: Client

  after(() => admin?.end())
  const program = givenProgram('usr/sbin/pgbouncer', ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'])
  const postgres = given(() => startOwnPostgres(false))
  const bouncer = given(async () => {
    urlAs = await makeRoles(postgres.url)
    await migrate(urlAs('payments_migrate'))
    ;[port = 0] = await freePorts(1)
    const folder = temporaryFolder('pgbouncer')
    writeFileSync(join(folder, 'pgbouncer.ini'), settings(folder))
    writeFileSync(join(folder, 'userlist.txt'), '"payments_serve" "x"\n"payments_migrate" "x"\n')
    return startServer({
      command: program.path,
      // It refuses to be root.
      args: [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), join(folder, 'pgbouncer.ini')],
      environment: program.environment,
      logPath: join(folder, 'pgbouncer.log'),
      stopSignal: 'SIGINT',
      removeOnDeath: folder,
    })
  })
  const scene = givenScene(() =>
    openScene(
      {
        DATABASE_URL: pooled('payments_serve'),
        DATABASE_DIRECT_URL: urlAs('payments_serve'),
        DATABASE_POOL: each,
      },
      { databaseUrl: urlAs('payments_migrate') },
    ),
  )
  before(async () => {
    admin = new Client({ connectionString: postgres.url })
    await admin.connect()
  })
  afterEach(function () {
    if (this.currentTest?.state === 'failed') process.stderr.write(`${bouncer.lastWords()}\n`)
  })

  const pooled = (role: Parameters<typeof urlAs>[0]) => {
    const url = new URL(urlAs(role))
    url.port = String(port)
    return url.href
  }

  /** That of deploy/, but for where things are here, and so few connections that everybody waits for one. */
  function settings(folder: string): string {
    const written = textOf('deploy/postgres/pgbouncer.ini')
    const changed = written
      .replace('host=postgres port=5432', `host=127.0.0.1 port=${new URL(postgres.url).port}`)
      .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
      .replace('listen_port = 6432', `listen_port = ${port}`)
      .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'))
      .replace('default_pool_size = 20', `default_pool_size = ${shared}`)
    assert.match(changed, /pool_mode = transaction/)
    return changed
  }

  it('refuses the start without an address for the connection that listens, and for a role without its settings', async () => {
    const api = { main: 'server/main.ts' }
    const { DATABASE_DIRECT_URL: _, ...without } = scene.environment()
    const told = await runCommand(api, without)
    assert.match(told.output, /^DATABASE_URL leads through a pooler .*DATABASE_DIRECT_URL.*$/m)
    assert.equal(told.code, 1)
    const bare = await runCommand(
      api,
      scene.environment({ DATABASE_URL: pooled('payments_migrate') }),
    )
    assert.match(
      bare.output,
      /^DATABASE_URL: connections of the pooler come without idle_in_transaction_session_timeout, lock_timeout, statement_timeout: .*roles\.sql.*$/m,
    )
    assert.equal(bare.code, 1)
  })

  it('two APIs and a worker share a few connections under load: nothing is refused, all ends, and the books hold', async () => {
    const apis = await Promise.all([scene.startApi(), scene.startApi()])
    await scene.startWorker()
    // What a process does at its first payments takes longer than a connection may be waited for on a busy machine.
    await scene.untilFinal(await Promise.all(apis.map((api) => scene.pay(api))))
    const addresses = () => apis.map(({ baseUrl }) => baseUrl)
    const load = startLoad({ addresses, key: scene.tenant.keys.secret, clients })
    let most = 0
    await eventually(async () => {
      most = Math.max(most, await backends(`application_name = 'payment-service'`))
      return load.accepted.size >= payments
    }, 120_000)
    await load.stop()
    const ids = [...load.accepted.values()].map(({ id }) => id)
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    assert.deepEqual(
      load.seen.filter(({ status }) => status !== 202),
      [],
    )
    await scene.settleDown()
    assert.ok(most > 0 && most <= shared, `${most} connections`)
    tell('PgBouncer', { payments: ids.length, connections: most, 'of processes': 3 * Number(each) })
  })

  it('who waits for an outcome is woken by PostgreSQL itself, over a connection beside the pooler', async () => {
    const [api] = [await scene.startApi()]
    const { secret } = scene.tenant.keys
    const accepted = await call(api, collectionCall(secret))
    const ended = await waitUntilFinal(api, secret, accepted.json.data.id)
    assert.equal(ended.status, 'succeeded')
    assert.ok((await backends(`query = 'listen changed' and state = 'idle'`)) > 0)
  })

  async function backends(condition: string): Promise<number> {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where usename = 'payments_serve' and ${condition}`,
    )
    return rows[0]?.count ?? 0
  }
})
