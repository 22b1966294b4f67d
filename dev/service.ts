import { startApi } from '#server/start-api.ts'
import { connectDatabase } from '#db/connect.ts'
import { requireBooks } from '#db/require-books.ts'
import { createOutbox } from '#db/outbox.ts'
import { databaseOf } from '#platform/env-database.ts'
import { type Env, requireServices } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import type { Log } from '#platform/log.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { watchTemporal } from '#platform/temporal-outage.ts'
import { startTracing } from '#platform/tracing.ts'
import { observeBooks } from '#use-cases/figures/observe-books.ts'
import { connectWorker } from '#worker/connect.ts'
import { startWorker } from '#worker/start-worker.ts'

export interface RunningService {
  readonly port: number
  /** Rejects when the worker fails for good. */
  readonly failed: Promise<void>
  stop(): Promise<void>
}

/**
 * API and worker in one process: with unversioned workers, Temporal gives the workflows that it starts their first
 * task in this process. Small installations run like this; `npm run api` and `npm run worker` run the same parts
 * separately.
 */
export async function startService(anyEnv: Env, log: Log): Promise<RunningService> {
  const env = requireServices(anyEnv)
  const tracing = await startTracing(env, 'payment-service')
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  await requireBooks(database, env.temporalCodecKeys)
  const { signal } = new AbortController()
  const connected = await connectWorker(env, log, { signal, tracing })
  if (connected === undefined) throw new Error('Temporal was not reached')
  const { connection, call, isReachable } = connected
  const outbox = createOutbox({
    pool: database.pool,
    call,
    // With eager start, Temporal would give the first task to this process, even if its version is not the current
    // one.
    isEager: env.temporalDeployment === undefined,
    searchReference: searchReferenceOf(env, keyring),
    ...watchTemporal(log, env.temporalAddress),
  })
  const telemetry = createTelemetry()
  observeBooks(telemetry, database)
  const parts = { env, log, database, outbox, telemetry }
  const worker = await startWorker({ ...parts, connection, tracing })
  const server = await startApi({ ...parts, temporal: { call, isReachable } })
  return {
    port: server.port,
    failed: worker.ended,
    async stop() {
      await server.close()
      // Entries that were just accepted are handed over while the worker still takes first tasks.
      await outbox.drain()
      await worker.stop()
      await connection.close()
      await database.close()
      await tracing?.stop()
    },
  }
}
