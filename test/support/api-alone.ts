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

/** The API on a database of the test's own while Temporal is away: for routes that need no payment to go on. */
export interface ApiAlone {
  readonly baseUrl: string
  /** Of health and figures, where they have a port of their own. */
  readonly metricsPort: number | undefined
  readonly env: Env
  /** The API's own connections; also for arranging. */
  readonly database: Database
  stop(): Promise<void>
}

/** The one of this process, for files that change nothing of its environment and ask nothing of all books; it runs on when they call `stop`. */
export async function sharedApiAlone(): Promise<ApiAlone> {
  const api = await theApi.get()
  return { ...api, stop: () => Promise.resolve() }
}

const theApi = shared(() => startApiAlone())

/**
 * Starts it in a fraction of the time of the whole service; call `stop` in `after`. `more` is what variables do not say, such
 * as any free port; `destination` hears the log.
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
