import { setTimeout as pause } from 'node:timers/promises'
import { requireBooks } from '#db/require-books.ts'
import { connectDatabase, type Database } from '#db/connect.ts'
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
import { watchTemporal } from '#platform/temporal-outage.ts'
import { startTracing } from '#platform/tracing.ts'
import { observeBooks } from '#use-cases/figures/observe-books.ts'
import { connectWorker, type WorkerConnection } from './connect.ts'
import { installTemporalRuntime } from './runtime.ts'
import { serveProbes, temporalFiguresAddress } from './probes.ts'
import { type RunningWorker, startWorker } from './start-worker.ts'

/** `npm run worker`: runs workflows and activities until SIGTERM, then lets running ones finish. */
async function main(): Promise<void> {
  commandWord('npm run worker')
  const env = requireServices(readEnv())
  const log = createLog({ level: env.logLevel, name: 'worker' })
  const { host, workerMetricsPort: port } = env
  const temporalFigures = port === undefined ? undefined : await temporalFiguresAddress()
  installTemporalRuntime(log, temporalFigures)
  const tracing = await startTracing(env, 'payment-service-worker')
  const stopping = new AbortController()
  // npm and the terminal may both send the signal: the second one must not kill the process during shutdown.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort())
  const keyring = createKeyring(masterKeysOf(env))
  const database = await connectDatabase({ ...databaseOf(env), keyring })
  await requireBooks(database, env.temporalCodecKeys)
  const telemetry = createTelemetry()
  observeBooks(telemetry, database)
  let running: Readiness = {}
  const readiness = () => readinessOf(database, running)
  const stopProbes =
    port === undefined || temporalFigures === undefined
      ? undefined
      : await serveProbes({ telemetry, temporalFigures, readiness }, { host, port })
  const connected = await connectWorker(env, log, { signal: stopping.signal, tracing })
  if (connected !== undefined) {
    const { connection, call } = connected
    const outbox = createOutbox({
      pool: database.pool,
      call,
      // With eager start, Temporal would give the first task to the worker that starts the run, whatever its version.
      isEager: env.temporalDeployment === undefined,
      ...watchTemporal(log, env.temporalAddress),
      searchReference: searchReferenceOf(env, keyring),
    })
    const worker = await startWorker({ env, log, database, outbox, connection, telemetry, tracing })
    running = { connected, worker }
    log.info({}, 'the worker runs')
    collectStartGarbage()
    await Promise.race([worker.ended, aborted(stopping.signal)])
    const stopped = worker.stop().then(() => connection.close())
    await Promise.race([stopped, pause(stopTimeoutMs)])
  }
  stopProbes?.()
  await database.close()
  await tracing?.stop()
  log.info({}, 'the worker has stopped')
}

/** What readiness depends on, once the worker has connected. */
interface Readiness {
  readonly connected?: WorkerConnection
  readonly worker?: RunningWorker
}

async function readinessOf(database: Database, { connected, worker }: Readiness) {
  const [books, temporal] = await Promise.all([
    database.isReachable(),
    connected?.isReachable() ?? false,
  ])
  return { database: books, temporal, worker: worker?.isRunning() ?? false }
}

/** A process has 30 s to stop; while Temporal does not answer the SDK takes longer to shut down. */
const stopTimeoutMs = 25_000

/** Resolves when the signal aborts; at once if it already has, as it may while the worker starts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

// Imported without being run, it is only compiled (deploy/compile.ts).
if (import.meta.main) {
  main().then(
    () => process.exit(0),
    (error: unknown) => exitOnEnvError(error),
  )
}
