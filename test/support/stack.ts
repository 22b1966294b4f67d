import { randomBytes } from 'node:crypto'
import { msToTs } from '@temporalio/common/lib/time.js'
import { Client, type QueryResult } from 'pg'
import { migrate } from '#db/migrate.ts'
import { freePorts } from '#dev/ports.ts'
import { startPostgres, type Postgres } from '#dev/postgres.ts'
import { placeForTests, startTestPostgres } from '#dev/test-servers.ts'
import { readTemporalSettings } from '#dev/temporal-settings.ts'
import { registerSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { startOwnTemporal } from './stack-temporal.ts'
import { forgetTemporal, noteStart, watchTemporal } from './costs.ts'
import { isForAll, stopShared } from './shared.ts'
import { atExit, temporaryFolder } from './temporary-folder.ts'
import { clientAt } from './temporal-connection.ts'

/**
 * The real PostgreSQL and Temporal that tests share: the PostgreSQL of the run (dev/test-servers.ts) or, for a single
 * file, one started on first use; and the Temporal of the process.
 */
export interface Stack {
  /** `host:port`. */
  readonly temporalAddress: string
  /** A new migrated database for this test; returns its URL. */
  createDatabase(): Promise<string>
  /** A new database without tables; returns its URL. */
  createEmptyDatabase(): Promise<string>
  /** A new namespace for this test, with our search attributes; returns its name. */
  createNamespace(): Promise<string>
}

/** The servers that tests share. They keep nothing between tests: each creates its own database and namespace. */
export async function sharedStack(): Promise<Stack> {
  const [postgres, temporal] = await Promise.all([sharedPostgres(), sharedTemporal()])
  return {
    temporalAddress: temporal.address,
    createDatabase: () => createDatabase(),
    createEmptyDatabase: () => cloneDatabase(postgres, 'template0'),
    createNamespace: () => createNamespace(temporal.address),
  }
}

/** A new migrated database on the shared PostgreSQL, for tests without Temporal. */
export async function createDatabase(): Promise<string> {
  const postgres = await sharedPostgres()
  template ??= givenTemplate() ?? migratedTemplate(postgres)
  return cloneDatabase(postgres, await template)
}

/**
 * The test's own PostgreSQL, which may be killed. If durable, committed data is on disk. `folder` may already contain
 * data, such as a standby's.
 */
export async function startOwnPostgres(
  isDurable = true,
  folder = temporaryFolder('postgres'),
): Promise<OwnPostgres> {
  noteStart('PostgreSQL')
  const [port = 0] = await freePorts(1)
  const start = () => startPostgres({ folder, port, isDurable, isTemporary: true })
  let postgres = await start()
  atExit(() => postgres.server.signal('SIGKILL'))
  return {
    folder,
    get url() {
      return postgres.url
    },
    kill: () => postgres.server.kill(),
    stop: () => postgres.server.stop(),
    restart: async () => {
      await postgres.server.stop()
      postgres = await start()
    },
    pid: () => postgres.server.pid,
    lastWords: () => postgres.server.lastWords(),
  }
}

/** The same with a durable disk and our tables. */
export async function startMigratedPostgres(folder?: string): Promise<OwnPostgres> {
  const postgres = await startOwnPostgres(true, folder)
  await migrate(postgres.url)
  return postgres
}

export interface OwnPostgres {
  readonly url: string
  /** Contains its data, in `postgres/`. */
  readonly folder: string
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Restarts it on the same data and port. */
  restart(): Promise<void>
  pid(): number
  /** The end of its log. */
  lastWords(): string
}

type Databases = Pick<Postgres, 'urlOf'>

let postgresStarted: Promise<Databases> | undefined
let temporalStarted: Promise<SharedTemporal> | undefined
let namespaces = 0
let template: Promise<string> | undefined

function sharedPostgres(): Promise<Databases> {
  postgresStarted ??= givenPostgres() ?? startSharedPostgres()
  return postgresStarted
}

/** The PostgreSQL of the run, if there is one. */
function givenPostgres(): Promise<Databases> | undefined {
  const given = process.env['TEST_POSTGRES_URL']
  return given === undefined
    ? undefined
    : Promise.resolve({ urlOf: (name) => new URL(`/${name}`, given).href })
}

function givenTemplate(): Promise<string> | undefined {
  const given = process.env['TEST_DATABASE_TEMPLATE']
  return given === undefined ? undefined : Promise.resolve(given)
}

async function startSharedPostgres(): Promise<Databases> {
  noteStart('PostgreSQL')
  const postgres = await startTestPostgres(temporaryFolder('postgres', placeForTests()))
  atExit(() => postgres.server.signal('SIGKILL'))
  return postgres
}

interface SharedTemporal {
  readonly address: string
  stop(): Promise<void>
}

function sharedTemporal(): Promise<SharedTemporal> {
  const given = process.env['TEST_TEMPORAL_ADDRESS']
  temporalStarted ??=
    given === undefined
      ? startSharedTemporal()
      : Promise.resolve({ address: given, stop: () => Promise.resolve() })
  return temporalStarted
}

async function startSharedTemporal(): Promise<SharedTemporal> {
  const temporal = await startOwnTemporal()
  watchTemporal(temporal.pid())
  return temporal
}

/**
 * Ends the Temporal of this process, with everything shared, once it has served many namespaces: it measures about ten
 * thousand things of each for good, and looks through all of them every second. The next test starts another.
 */
export async function renewTemporal(): Promise<void> {
  if (namespaces < mostNamespaces || temporalStarted === undefined) return
  const ending = temporalStarted
  temporalStarted = undefined
  namespaces = 0
  await stopShared()
  await (await ending).stop()
  forgetTemporal()
}

const mostNamespaces = 25

async function migratedTemplate(postgres: Databases): Promise<string> {
  const name = 'template_migrated'
  await execute(postgres, `create database ${name} template template0`)
  await migrate(postgres.urlOf(name))
  return name
}

async function cloneDatabase(postgres: Databases, source: string): Promise<string> {
  noteStart('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(postgres, `create database ${name} template ${source} strategy file_copy`)
  if (!isForAll()) ofFiles.add(name)
  return postgres.urlOf(name)
}

/** Databases that files have made for themselves. */
const ofFiles = new Set<string>()

/** After a file, drops the databases that it made for itself; what is still connected to goes after a later file. */
export async function dropDatabases(): Promise<void> {
  if (ofFiles.size === 0) return
  const postgres = await sharedPostgres()
  const { rows } = await execute(postgres, idle([...ofFiles]))
  for (const { datname } of rows as readonly { readonly datname: string }[]) {
    await execute(postgres, `drop database ${datname}`)
    ofFiles.delete(datname)
  }
}

function idle(names: readonly string[]): string {
  return `select datname from pg_database where datname in ('${names.join("','")}')
    and not exists (select from pg_stat_activity where datid = pg_database.oid)`
}

async function execute(postgres: Databases, statement: string): Promise<QueryResult> {
  const client = new Client({ connectionString: postgres.urlOf('postgres') })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function createNamespace(temporalAddress: string): Promise<string> {
  namespaces += 1
  const namespace = `test-${randomBytes(6).toString('hex')}`
  const temporal = clientAt(temporalAddress, namespace)
  try {
    const { workflowService } = temporal.connection
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    })
    await registerSearchAttributes(temporal, namespace, readTemporalSettings().searchAttributes)
    return namespace
  } finally {
    await temporal.close()
  }
}
