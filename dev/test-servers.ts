import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { findBinary, temporalCli } from './binaries.ts'
import { freePorts } from './ports.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { processorSeconds } from './processor-seconds.ts'
import type { ServerProcess } from './server-process.ts'
import { startTemporalServer, type TemporalServer } from './temporal-server.ts'
import { readTemporalSettings } from './temporal-settings.ts'

/** One PostgreSQL and one Temporal for all tests of a run; a test has a database and a namespace of its own there. */
export interface TestServers {
  /** Where `test/support/stack.ts` finds them: variables of the environment. */
  readonly variables: Readonly<Record<string, string>>
  /** What each has used of the processor by now, in seconds; nothing where the system does not tell. */
  usage(): Readonly<Record<string, number>>
  stop(): Promise<void>
}

/** Starts both on free ports, their data in `folder`, and migrates the database that others are copies of. */
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

/** Processors are dearer than memory here: rubbish is looked for less often, until there is much of it. */
const thrift = { GOGC: '400', GOMEMLIMIT: '1GiB' }

function usageOf({ pid }: Pick<ServerProcess, 'pid'>): number {
  const { own, children } = processorSeconds(pid)
  return own + children
}
