import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '#db/connect.ts'
import { requireBooks } from '#db/require-books.ts'
import { claimWaitMs, namespaceClaimed } from '#db/installation.ts'
import { createOutbox } from '#db/outbox.ts'
import { databaseOf } from '#platform/env-database.ts'
import { commandWord } from '#platform/command-words.ts'
import { exitOnEnvError } from '#platform/env-error.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { createLog } from '#platform/log.ts'
import { masterKeysOf } from '#platform/master-key.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'
import { collectStartGarbage } from '#platform/start-garbage.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { connectClient } from '#platform/temporal.ts'
import { watchTemporal } from '#platform/temporal-outage.ts'
import { observeBooks } from '#use-cases/figures/observe-books.ts'
import { startTracing } from '#platform/tracing.ts'
import { startApi } from './start-api.ts'

/** `npm run api`: serves until SIGTERM, then finishes what is running. */
async function main(): Promise<void> {
  commandWord('npm run api')
  const env = requireServices(readEnv())
  const log = createLog({ level: env.logLevel, name: 'api' })
  const tracing = await startTracing(env, 'payment-service-api')
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  await requireBooks(database, env.temporalCodecKeys)
  const temporal = connectClient(env, tracing)
  const stopping = new AbortController()
  const place = { pool: database.pool, namespace: env.temporalNamespace, call: temporal.call }
  const claimed = namespaceClaimed(place, stopping.signal)
  await Promise.race([claimed, pause(claimWaitMs, undefined, { ref: false })])
  // Temporal may be down at startup: if the namespace later turns out to be wrong, the process ends then.
  claimed.catch(exitOnEnvError)
  const outbox = createOutbox({
    pool: database.pool,
    call: place.call,
    isEager: false,
    searchReference: searchReferenceOf(env, keyring),
    ...watchTemporal(log, env.temporalAddress),
  })
  const telemetry = createTelemetry()
  observeBooks(telemetry, database)
  const server = await startApi({ env, log, database, outbox, temporal, telemetry })
  log.info({ port: server.port }, 'the API listens')
  collectStartGarbage()

  const stop = async (): Promise<void> => {
    stopping.abort()
    await server.close()
    await outbox.drain()
    await temporal.close()
    await database.close()
    await tracing?.stop()
    log.info({}, 'the API has stopped')
    process.exit(0)
  }
  // npm and the terminal may both send the signal: the second one must not end the process during shutdown.
  let stopped: Promise<void> | undefined
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => void (stopped ??= stop()))
  }
}

// Imported without being run, it is only compiled (deploy/compile.ts).
if (import.meta.main) main().catch((error: unknown) => exitOnEnvError(error))
