import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { findBinary, temporalCli } from './binaries.ts'
import { freePorts } from './ports.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { processorSeconds } from './processor-seconds.ts'
import type { ServerProcess } from './server-process.ts'
import { startTemporalServer, type TemporalServer } from './temporal-server.ts'
import { readTemporalSettings } from './temporal-settings.ts'

/** One PostgreSQL and one Temporal for all tests of a run; each test has its own database and namespace on them. */
export interface TestServers {
  /** Environment variables by which `test/support/stack.ts` finds them. */
  readonly variables: Readonly<Record<string, string>>
  /** The CPU time of each so far, in seconds; zeros if the system does not report it. */
  usage(): Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** Starts both on free ports, with their data in `folder`, and migrates the template database. */
export async function startTestServers(folder: string): Promise<TestServers> {
  const started = await Promise.allSettled([postgresIn(folder), temporalIn(folder)])
  const [postgres, temporal] = started
  const servers = started.flatMap((part) => (part.status === 'fulfilled' ? part.value.server : []))
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  if (postgres.status === 'rejected' || temporal.status === 'rejected') {
    await stop()
    throw started.find((part) => part.status === 'rejected')?.reason
  }
  return {
    variables: {
      TEST_POSTGRES_URL: postgres.value.url,
      TEST_DATABASE_TEMPLATE: template,
      TEST_TEMPORAL_ADDRESS: temporal.value.address,
    },
    usage: () => ({
      PostgreSQL: usageOf(postgres.value.server),
      Temporal: usageOf(temporal.value.server),
    }),
    stop,
  }
}

const template = 'payments'

/** The service's own database is the template: nobody connects to it while it is copied. */
async function postgresIn(folder: string): Promise<Postgres> {
  const [port = 0] = await freePorts(1)
  const place = join(folder, 'postgres')
  const postgres = await startPostgres({ folder: place, port, isDurable: false, isTemporary: true })
  try {
    await migrate(postgres.urlOf(template))
    return postgres
  } catch (error) {
    await postgres.server.stop()
    throw error
  }
}

async function temporalIn(folder: string): Promise<TemporalServer> {
  const binary = await findBinary(temporalCli)
  const [port = 0] = await freePorts(1)
  const place = join(folder, 'temporal')
  return startTemporalServer({
    binary,
    settings: readTemporalSettings(),
    port,
    databasePath: join(place, 'temporal.db'),
    logPath: join(place, 'temporal.log'),
    environment: thrift,
    removeOnDeath: place,
  })
}

/** CPU is scarcer than memory here: garbage is collected less often, until there is much of it. */
const thrift = { GOGC: '400', GOMEMLIMIT: '1GiB' }

function usageOf({ pid }: Pick<ServerProcess, 'pid'>): number {
  const { own, children } = processorSeconds(pid)
  return own + children
}
