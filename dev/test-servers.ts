import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { freePorts } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { processorSeconds } from './processor-seconds.ts'

/** One PostgreSQL for all tests of a run; each test has its own database on it. */
export interface TestServers {
  /** Environment variables by which `test/support/stack.ts` finds it. */
  readonly variables: Readonly<Record<string, string>>
  /** Its CPU time so far, in seconds; zero if the system does not report it. */
  usage(): Readonly<Record<string, number>>
  stop(): Promise<void>
}

/**
 * Starts it on a free port, with its data in `folder`, and migrates the template database, to which nobody connects
 * while it is copied.
 */
export async function startTestServers(folder: string): Promise<TestServers> {
  const [port = 0] = await freePorts(1)
  const place = join(folder, 'postgres')
  const postgres = await startPostgres({
    folder: place,
    port,
    isDurable: false,
    isTemporary: true,
    settings,
  })
  const { url, server } = postgres
  try {
    await migrate(postgres.urlOf(template))
  } catch (error) {
    await server.stop()
    throw error
  }
  return {
    variables: { TEST_POSTGRES_URL: url, TEST_DATABASE_TEMPLATE: template },
    usage: () => {
      const { own, children } = processorSeconds(server.pid)
      return { PostgreSQL: own + children }
    },
    stop: () => server.stop(),
  }
}

/**
 * Autovacuum looks at each of hundreds of databases once in this time: with the usual minute it would start a process
 * several times a second, for databases that live for seconds.
 */
const settings = ['autovacuum_naptime=10min']

/** The service's own database. */
const template = 'payments'
