import { startApi } from '#api/start-api.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox } from '#db/outbox.ts'
import { type Env, readEnv, requireServices } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { connectClient } from '#platform/temporal.ts'
import { openDatabase, testEnvironment } from './service.ts'
import { createDatabase } from './stack.ts'

/** The API on a database of the test's own while Temporal is away: for routes that need no payment to go on. */
export interface ApiAlone {
  readonly baseUrl: string
  readonly env: Env
  /** The API's own connections; also for arranging. */
  readonly database: Database
  stop(): Promise<void>
}

/** Starts it in a fraction of the time of the whole service; call `stop` in `after`. */
export async function startApiAlone(
  changes: Readonly<Record<string, string>> = {},
): Promise<ApiAlone> {
  const places = {
    databaseUrl: await createDatabase(),
    temporalAddress: nobodyListens,
    namespace: 'away',
  }
  const variables = { ...testEnvironment(places, changes), PORT: '1' }
  const env = requireServices({ ...readEnv(variables), port: 0 })
  const database = await openDatabase(env.databaseUrl)
  const temporal = connectClient(env)
  const outbox = createOutbox({
    pool: database.pool,
    call: (work) => temporal.call(work),
    isEager: false,
    onError: () => {},
  })
  const log = createLog({ level: env.logLevel, name: 'test' })
  const server = await startApi({ env, log, database, outbox, temporal })
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
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
