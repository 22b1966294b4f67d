import { statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { freePorts } from './ports.ts'
import { type Postgres, startPostgres } from './postgres.ts'
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
 * Starts it on a free port, with its data in memory or in `scratch`, and migrates the template database, to which nobody
 * connects while it is copied.
 */
export async function startTestServers(scratch: string): Promise<TestServers> {
  const folder = await mkdtemp(join(placeForTests(scratch), 'payment-service-postgres-'))
  // PostgreSQL may run as another user, who must reach its data.
  await chmod(folder, 0o755)
  const postgres = await startTestPostgres(folder)
  const { url, server } = postgres
  const stop = async (): Promise<void> => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(postgres.urlOf(template))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    variables: { TEST_POSTGRES_URL: url, TEST_DATABASE_TEMPLATE: template },
    usage: () => {
      const { own, children } = processorSeconds(server.pid)
      return { PostgreSQL: own + children }
    },
    stop,
  }
}

/** A PostgreSQL on a free port for data that may be lost. */
export async function startTestPostgres(folder: string): Promise<Postgres> {
  const [port = 0] = await freePorts(1)
  return startPostgres({ folder, port, isDurable: false, isTemporary: true, settings })
}

/**
 * Where its folder is best made, in memory if there is plenty: a database is a thousand files, and on a disk making these
 * takes ten times the processor.
 */
export function placeForTests(otherwise = tmpdir()): string {
  try {
    const { bavail, bsize } = statfsSync(memoryPlace)
    const isPlenty = bavail * bsize >= placeBytesMin && process.availableMemory() >= memoryBytesMin
    return isPlenty ? memoryPlace : otherwise
  } catch {
    return otherwise
  }
}

const memoryPlace = '/dev/shm'
const gibibyte = 2 ** 30
/** Several times what a whole run has been seen to need. */
const placeBytesMin = 4 * gibibyte
const memoryBytesMin = 6 * gibibyte

const settings = [
  // It looks at each of hundreds of databases once in this time: with the usual minute it would start a process several
  // times a second, for databases that live for seconds.
  'autovacuum_naptime=10min',
  // Its log is in memory too.
  'max_wal_size=256MB',
]

/** The service's own database. */
const template = 'payments'
