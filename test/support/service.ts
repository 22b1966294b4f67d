import { randomBytes } from 'node:crypto'
import { Client } from '@temporalio/client'
import type { DestinationStream } from 'pino'
import { connectDatabase, type Database } from '#db/connect.ts'
import { startService } from '#dev/service.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { createLog } from '#platform/log.ts'
import { installTemporalRuntime } from '#worker/runtime.ts'
import { noteStart } from './costs.ts'
import { endSchedules } from './end-schedules.ts'
import { given } from './given.ts'
import { shared } from './shared.ts'
import { createDatabase, sharedStack } from './stack.ts'
import { connectTemporal } from './temporal-connection.ts'

/** The whole service in this process, on the test file's own database and namespace. */
export interface TestService {
  readonly baseUrl: string
  readonly env: Env
  /** For setup and for looking behind the API; the service has its own connections. */
  readonly database: Database
  /** For inspecting runs. */
  readonly temporal: Client
  stop(): Promise<void>
}

/** The environment of a test: real parts, high limits, fast sandbox. `changes` are variables of `.env.example`. */
export function testEnvironment(
  places: {
    readonly databaseUrl: string
    readonly temporalAddress: string
    readonly namespace: string
  },
  changes: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    DATABASE_URL: places.databaseUrl,
    TEMPORAL_ADDRESS: places.temporalAddress,
    TEMPORAL_NAMESPACE: places.namespace,
    MASTER_KEY: masterKey,
    LOG_LEVEL: 'error',
    SANDBOX_OPERATOR_DELAY: '100ms',
    RATE_LIMIT_KEY_PER_MINUTE: '1000000',
    RATE_LIMIT_IP_PER_MINUTE: '1000000',
    SANDBOX_CREATIONS_PER_MINUTE: '1000000',
    SANDBOX_CREATIONS_PER_DAY: '1000000',
    FRAUD_PENDING_PER_NUMBER: '1000000',
    FRAUD_REQUESTS_PER_NUMBER: '1000000',
    FRAUD_REQUESTS_PER_MERCHANT_PER_MINUTE: '1000000',
    ...changes,
  }
}

/**
 * The one service shared by this process, for files that change nothing in its environment, query nothing about the
 * whole database, and only need their own tenant. `stop` does not stop it.
 */
export async function sharedService(): Promise<TestService> {
  const service = await theService.get()
  return { ...service, stop: () => Promise.resolve() }
}

/** Calls the listener with each line that the shared service logs from now on; returns a function that ends that. */
export function hearShared(listener: (line: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The shared service's log: listeners get all lines; standard output gets errors, as for any other service. */
export const sharedLog: DestinationStream = {
  write(line) {
    for (const listener of listeners) listener(line)
    if (/"level":(?:50|60|"error"|"fatal")/.test(line)) process.stdout.write(line)
  },
}

const listeners = new Set<(line: string) => void>()
const theService = shared(() => startTestService({ LOG_LEVEL: 'debug' }, sharedLog))

/** Starts it; call `stop` in `after`. Its log goes to standard output, or to `destination`. */
export async function startTestService(
  changes: Readonly<Record<string, string>> = {},
  destination?: DestinationStream,
): Promise<TestService> {
  noteStart('service')
  const stack = await sharedStack()
  const databaseUrl = await stack.createDatabase()
  const namespace = await stack.createNamespace()
  const { temporalAddress } = stack
  const places = { databaseUrl, temporalAddress, namespace }
  const env = { ...readEnv({ ...testEnvironment(places, changes), PORT: '1' }), port: 0 }
  const log = createLog({ level: env.logLevel, name: 'test', ...(destination && { destination }) })
  installRuntimeOnce(log)
  const service = await startService(env, log)
  const database = await openDatabase(databaseUrl)
  const connection = await connectTemporal(temporalAddress)
  const temporal = new Client({ connection, namespace })
  return {
    baseUrl: `http://127.0.0.1:${service.port}`,
    env,
    database,
    temporal,
    async stop() {
      await service.stop()
      await endSchedules(temporal)
      await connection.close()
      await database.close()
    },
  }
}

/** The test's database, opened with its service's master key. */
export async function openDatabase(url: string): Promise<Database> {
  const keyring = createKeyring([Buffer.from(masterKey, 'hex')])
  const database = await connectDatabase({ url, keyring, poolSize: 5 })
  // A busy machine may connect slowly: no test here is about that.
  database.pool.options.connectionTimeoutMillis = connectTimeoutMs
  return database
}

/** A migrated database for the surrounding tests, without a service. */
export function givenDatabase(): Database {
  return given(async () => openDatabase(await createDatabase()))
}

const connectTimeoutMs = 30_000

const masterKey = randomBytes(32).toString('hex')
let isRuntimeInstalled = false

/** Temporal allows one per process. */
export function installRuntimeOnce(log: ReturnType<typeof createLog>): void {
  if (!isRuntimeInstalled) installTemporalRuntime(log)
  isRuntimeInstalled = true
}
