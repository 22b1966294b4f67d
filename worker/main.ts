import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase } from '#db/connect.ts'
import { createOutbox } from '#db/outbox.ts'
import { requireSchema } from '#db/schema-check.ts'
import { exitOnEnvError } from '#platform/env-error.ts'
import { readEnv, requireServices } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { createLog } from '#platform/log.ts'
import { masterKeyOf } from '#platform/master-key.ts'
import { createTelemetry } from '#platform/telemetry.ts'
import { connectWorker } from './connect.ts'
import { installTemporalRuntime } from './runtime.ts'
import { serveMetrics } from './serve-metrics.ts'
import { startWorker } from './start-worker.ts'

/** `npm run worker`: runs workflows and steps until SIGTERM, then lets what runs come to its end. */
async function main(): Promise<void> {
  const env = requireServices(readEnv())
  const log = createLog({ level: env.logLevel, name: 'worker' })
  installTemporalRuntime(log)
  const stopping = new AbortController()
  // npm and the terminal may each send the signal: the second one must not end the process under its last work.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort())
  const keyring = createKeyring(masterKeyOf(env))
  const database = await connectDatabase({ url: env.databaseUrl, keyring })
  await requireSchema(database.pool)
  const telemetry = createTelemetry()
  const { host, workerMetricsPort: port } = env
  const stopMetrics = port === undefined ? undefined : await serveMetrics(telemetry, { host, port })
  const connected = await connectWorker(env, log, stopping.signal)
  if (connected !== undefined) {
    const { connection, call } = connected
    const onError = (error: unknown): void => log.warn({ err: error }, 'Temporal did not take it')
    const outbox = createOutbox({ pool: database.pool, call, isEager: true, onError })
    const worker = await startWorker({ env, log, database, outbox, connection, telemetry })
    log.info({}, 'the worker runs')
    await Promise.race([worker.ended, aborted(stopping.signal)])
    const stopped = worker.stop().then(() => connection.close())
    await Promise.race([stopped, pause(stopTimeoutMs)])
  }
  stopMetrics?.()
  await database.close()
  log.info({}, 'the worker has stopped')
}

/** A process has 30 s to stop; while Temporal is silent the SDK takes longer to take leave of it. */
const stopTimeoutMs = 25_000

/** Resolves when the signal aborts; at once when it has, as it may while the worker starts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

main().then(
  () => process.exit(0),
  (error: unknown) => exitOnEnvError(error),
)
