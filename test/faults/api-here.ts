import { connectDatabase } from '#db/connect.ts'
import { namespaceClaimed } from '#db/installation.ts'
import { createOutbox } from '#db/outbox.ts'
import { databaseOf } from '#platform/env-database.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { createLog } from '#platform/log.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { connectClient } from '#platform/temporal.ts'
import { watchTemporal } from '#platform/temporal-outage.ts'
import { startApi } from '#server/start-api.ts'

/** An API in the test's own process, of the same parts as `npm run api`. */
export interface ApiHere {
  readonly baseUrl: string
  /** Everything it has logged so far. */
  output(): string
  /** As at SIGTERM; nothing happens the second time. */
  stop(): Promise<unknown>
}

/** Starts it, ready, in a tenth of the time of a process. */
export async function startApiHere(
  environment: Readonly<Record<string, string>>,
): Promise<ApiHere> {
  const env = { ...requireServices(readEnv({ ...environment, PORT: '1' })), port: 0 }
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ level: env.logLevel, name: 'api', destination })
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  // A busy machine may connect slowly, and more so where the test runs beside: none of these is about that.
  database.pool.options.connectionTimeoutMillis = connectTimeoutMs
  const temporal = connectClient(env)
  const place = { pool: database.pool, namespace: env.temporalNamespace, call: temporal.call }
  await namespaceClaimed(place, new AbortController().signal)
  const outbox = createOutbox({
    pool: database.pool,
    call: temporal.call,
    isEager: false,
    ...watchTemporal(log, env.temporalAddress),
  })
  const server = await startApi({ env, log, database, outbox, temporal })
  const close = async (): Promise<void> => {
    await server.close()
    await outbox.drain()
    await temporal.close()
    await database.close()
  }
  let closed: Promise<void> | undefined
  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    output: () => lines.join(''),
    stop: () => (closed ??= close()),
  }
}

const connectTimeoutMs = 30_000
