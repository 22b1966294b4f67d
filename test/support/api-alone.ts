import type { DestinationStream } from 'pino'
import { startApi } from '#server/start-api.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox } from '#db/outbox.ts'
import { type Env, readEnv, requireServices } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { connectClient } from '#platform/temporal.ts'
import { noteStart } from './costs.ts'
import { openDatabase, testEnvironment } from './service.ts'
import { shared } from './shared.ts'
import { createDatabase } from './stack.ts'

/** The API on the test's own database while Temporal is down: for routes that need no payment to proceed. */
export interface ApiAlone {
  readonly baseUrl: string
  /** Port of health and metrics, if they have their own. */
  readonly metricsPort: number | undefined
  readonly env: Env
  /** The API's own connections; also for setup. */
  readonly database: Database
  stop(): Promise<void>
}

/**
 * The one shared by this process, for files that change nothing in its environment and query nothing about the whole
 * database; `stop` does not stop it.
 */
export async function sharedApiAlone(): Promise<ApiAlone> {
  const api = await theApi.get()
  return { ...api, stop: () => Promise.resolve() }
}

const theApi = shared(() => startApiAlone())

/**
 * Starts it, much faster than the whole service; call `stop` in `after`. `more` is what variables cannot express,
 * such as any free port; `destination` receives the log.
 */
export async function startApiAlone(
  changes: Readonly<Record<string, string>> = {},
  more: Partial<Env> = {},
  destination?: DestinationStream,
): Promise<ApiAlone> {
  noteStart('API alone')
  const places = {
    databaseUrl: await createDatabase(),
    temporalAddress: nobodyListens,
    namespace: 'away',
  }
  const variables = { ...testEnvironment(places, changes), PORT: '1' }
  const env = requireServices({ ...readEnv(variables), port: 0, ...more })
  const database = await openDatabase(env.databaseUrl)
  const temporal = connectClient(env)
  const outbox = createOutbox({
    pool: database.pool,
    call: (work) => temporal.call(work),
    isEager: false,
    onError: () => {},
  })
  const log = createLog({ level: env.logLevel, name: 'test', ...(destination && { destination }) })
  const server = await startApi({ env, log, database, outbox, temporal })
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    metricsPort: server.metricsPort,
    env,
    database,
    async stop() {
      await server.close()
      await outbox.drain()
      await temporal.close()
      await database.close()
    },
  }
}

const nobodyListens = '127.0.0.1:1'
