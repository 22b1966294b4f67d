import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { requireMasterKey } from '#db/master-key.ts'
import { migrate } from '#db/migrate.ts'
import { given } from '#test/support/given.ts'
import { runCommand, type Told } from '#test/support/processes.ts'
import { makeRoles } from '#test/support/roles.ts'
import { openDatabase, testEnvironment } from '#test/support/service.ts'
import { type OwnPostgres, sharedStack, startOwnPostgres } from '#test/support/stack.ts'

const clockFile = fileURLToPath(new URL('../chaos/shifted-clock-main.ts', import.meta.url))
const fiveMinutesMs = 300_000

/** A newer database and a namespace of another are in their own tests: schema-check, foreign-namespace; a full disk is a drill. */
describe('a process that is started wrong ends with one line that says what to do', function () {
  this.timeout(180_000)
  let postgres: OwnPostgres
  let urlAs: Awaited<ReturnType<typeof makeRoles>>
  let namespace: string
  const stack = given(() => sharedStack())

  before(async () => {
    postgres = await startOwnPostgres(false)
    urlAs = await makeRoles(postgres.url)
    await migrate(urlAs('payments_migrate'))
    namespace = await stack.createNamespace()
    const database = await openDatabase(urlAs('payments_serve'))
    await requireMasterKey(database)
    await database.close()
  })
  after(() => postgres?.stop())

  const started = (main: string, changes: Readonly<Record<string, string>>) => {
    const databaseUrl = urlAs('payments_serve')
    const places = { databaseUrl, temporalAddress: stack.temporalAddress, namespace }
    return runCommand({ main }, testEnvironment(places, changes))
  }

  function assertOneLine({ code, output }: Told, line: RegExp): void {
    assert.equal(code, 1, output)
    // Behind what Node and our log may say before.
    assert.match(output.trim().split('\n').at(-1) ?? '', line)
    assert.doesNotMatch(output, /^ {4}at /m)
  }

  for (const main of ['server/main.ts', 'worker/main.ts']) {
    it(`${main}: an account without the rights`, async () => {
      const told = await started(main, { DATABASE_URL: urlAs('payments_read') })
      assertOneLine(
        told,
        /^DATABASE_URL: payments_read may not read and write .*payments_serve.*#roles/,
      )
    })

    it(`${main}: a password, or a database, that PostgreSQL does not know`, async () => {
      const wrong = new URL(urlAs('payments_serve'))
      wrong.password = 'wrong'
      const nowhere = new URL(urlAs('payments_serve'))
      nowhere.pathname = '/nowhere'
      const closed = await Promise.all(
        [wrong, nowhere].map(({ href }) => started(main, { DATABASE_URL: href })),
      )
      const words = ['password authentication failed', 'database "nowhere" does not exist']
      for (const [at, told] of closed.entries()) {
        const line = `^DATABASE_URL: PostgreSQL does not let us in \\(${words[at]}.*npm run doctor`
        assertOneLine(told, new RegExp(line))
      }
    })

    it(`${main}: a port that another process has`, async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const name = main === 'server/main.ts' ? 'PORT' : 'WORKER_METRICS_PORT'
      const told = await started(main, { [name]: String(port) })
      other.close()
      assertOneLine(
        told,
        new RegExp(`^Another process listens on port ${port} of 127.0.0.1: .*${name}`),
      )
    })

    it(`${main}: a master key of another installation`, async () => {
      const told = await started(main, { MASTER_KEY: 'ef'.repeat(32) })
      assertOneLine(told, /^MASTER_KEY holds no key that opens what is in this database/)
    })
  }

  it('db/migrate-main.ts: the account that serves, which changes no table', async () => {
    const told = await started('db/migrate-main.ts', {})
    assertOneLine(
      told,
      /^DATABASE_URL: payments_serve may not change the tables: .*payments_migrate/,
    )
  })

  it('and the doctor tells of a clock that is five minutes off', async () => {
    const told = await started('server/cli/doctor-main.ts', {
      NODE_OPTIONS: `--import=${clockFile}`,
      CLOCK_SHIFT_MS: String(fiveMinutesMs),
    })
    assert.equal(told.code, 1)
    assert.match(
      told.output,
      /^FAILED {2}clock: this machine is (?:299|30\d) s ahead of the database\n +→ .*NTP/m,
    )
    assert.match(
      told.output,
      /^ok +connections: \d+ of \d+ are in use; a process takes 21 at most$/m,
    )
  })
})
