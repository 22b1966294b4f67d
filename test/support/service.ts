import { randomBytes } from 'node:crypto'
import { Client } from '@temporalio/client'
import type { DestinationStream } from 'pino'
import { connectDatabase, type Database } from '#db/connect.ts'
import { startService } from '#dev/service.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { createKeyring } from '#platform/keyring.ts'
import { createLog } from '#platform/log.ts'
import { installTemporalRuntime } from '#worker/runtime.ts'
import {
  dailyProof,
  housekeeping,
  runReconciliation,
  standingOrderSchedule,
} from '#workflows/contract/schedules.ts'
import { noteStart } from './costs.ts'
import { shared } from './shared.ts'
import { sharedStack } from './stack.ts'
import { connectTemporal } from './temporal-connection.ts'

/** The whole service in this process, on a database and a namespace of this test file alone. */
export interface TestService {
  readonly baseUrl: string
  readonly env: Env
  /** For arranging and for looking behind the API; the service has connections of its own. */
  readonly database: Database
  /** For looking at runs. */
  readonly temporal: Client
  stop(): Promise<void>
}

/** Environment of a test: real parts, wide limits, quick sandbox. `changes` are variables of `.env.example`. */
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
 * The one service of this process, for files that change nothing of its environment, ask nothing of all books, and are
 * content with a tenant of their own. It runs on when they call `stop`.
 */
export async function sharedService(): Promise<TestService> {
  const service = await theService.get()
  return { ...service, stop: () => Promise.resolve() }
}

/** Hears each line that the shared service logs, from now on; what it returns ends that. */
export function hearShared(listener: (line: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Of the shared service: a listener gets all lines, who runs the tests what they would see of any other. */
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

/** The server is that of all tests: for a namespace that nobody serves any more it would go on each minute. */
async function endSchedules({ schedule }: Client): Promise<void> {
  const ids: string[] = [dailyProof, runReconciliation, housekeeping].map(
    ({ scheduleId }) => scheduleId,
  )
  for await (const { scheduleId } of schedule.list())
    if (scheduleId.startsWith(standingOrderSchedule.prefix)) ids.push(scheduleId)
  for (const scheduleId of ids) {
    // A test may have taken it away, or the server.
    await schedule
      .getHandle(scheduleId)
      .delete()
      .catch(() => {})
  }
}

/** The books of a test, opened with the key that its service has. */
export async function openDatabase(url: string): Promise<Database> {
  const keyring = createKeyring([Buffer.from(masterKey, 'hex')])
  const database = await connectDatabase({ url, keyring, poolSize: 5 })
  // A busy machine may take its time to connect: no test is about that here.
  database.pool.options.connectionTimeoutMillis = connectTimeoutMs
  return database
}

const connectTimeoutMs = 30_000

const masterKey = randomBytes(32).toString('hex')
let isRuntimeInstalled = false

/** Temporal allows one a process. */
export function installRuntimeOnce(log: ReturnType<typeof createLog>): void {
  if (!isRuntimeInstalled) installTemporalRuntime(log)
  isRuntimeInstalled = true
}
