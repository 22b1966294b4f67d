import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
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
 * Starts it on a free port, with its data in `folder`, and migrates the template database, to which nobody connects
 * while it is copied.
 */
export async function startTestServers(folder: string): Promise<TestServers> {
  const postgres = await startTestPostgres(join(folder, 'postgres'))
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

/** A PostgreSQL on a free port for data that may be lost: in `folder`, or in memory where there is plenty. */
export async function startTestPostgres(folder: string): Promise<Postgres> {
  const [port = 0] = await freePorts(1)
  const memory = memoryFolder()
  const postgres = await startPostgres({
    folder: memory ?? folder,
    port,
    isDurable: false,
    isTemporary: true,
    settings,
  })
  const { server } = postgres
  const stop = async (): Promise<void> => {
    await server.stop()
    if (memory !== undefined) rmSync(memory, { recursive: true, force: true })
  }
  return { ...postgres, server: { ...server, stop } }
}

/**
 * A new folder in memory: a database is a thousand files, and on a disk making these takes ten times the processor.
 * Undefined if this system has no such place, or little memory.
 */
function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memoryPlace)
    if (bavail * bsize < placeBytesMin || process.availableMemory() < memoryBytesMin)
      return undefined
    const folder = mkdtempSync(join(memoryPlace, 'payment-service-postgres-'))
    // PostgreSQL may run as another user, who must reach its data.
    chmodSync(folder, 0o755)
    return folder
  } catch {
    return undefined
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
