import { msToTs } from '@temporalio/common/lib/time.js'
import { connectClient, type TemporalClient } from '#platform/temporal.ts'
import {
  listSearchAttributes,
  registerSearchAttributes,
} from '#platform/temporal-search-attributes.ts'
import { StartError } from './say.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import type { TemporalSettings } from './temporal-settings.ts'
import { waitUntil } from './wait-until.ts'

/** A Temporal dev service, ready, with our namespace and search attributes. */
export interface TemporalServer {
  /** `host:port`. */
  readonly address: string
  readonly server: ServerProcess
}

export interface TemporalServerOptions {
  /** Path of the Temporal command line. */
  readonly binary: string
  readonly settings: TemporalSettings
  readonly port: number
  /** Undefined means no UI. */
  readonly uiPort?: number
  readonly databasePath: string
  /** Added to our own environment. */
  readonly environment?: Readonly<Record<string, string>>
  readonly logPath: string
  readonly pidPath?: string
  readonly removeOnDeath?: string
}

/** Starts the dev service and waits until it accepts workflows with our search attributes. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const { binary, settings, environment, logPath, pidPath, removeOnDeath } = options
  const server = await startServer({
    command: binary,
    args: temporalArguments(options),
    logPath,
    stopSignal: 'SIGTERM',
    ...(environment && { environment }),
    ...(pidPath === undefined ? {} : { pidPath }),
    ...(removeOnDeath === undefined ? {} : { removeOnDeath }),
  })
  const address = `${settings.ip}:${options.port}`
  const temporal = connectClient({
    temporalAddress: address,
    temporalNamespace: settings.namespace,
    temporalApiKey: undefined,
    temporalTls: undefined,
  })
  try {
    await ready({ server, temporal, options })
  } catch (error) {
    await server.stop()
    throw error
  } finally {
    await temporal.close()
  }
  return { address, server }
}

/** The arguments of the dev service. */
export function temporalArguments(options: TemporalServerOptions): readonly string[] {
  const { settings, port, uiPort, databasePath } = options
  const repeated = (flag: string, values: Readonly<Record<string, unknown>>): string[] =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${String(value)}`])
  const dynamic = Object.entries(settings.dynamicConfig).map(([name, value]) => [
    name,
    JSON.stringify(value),
  ])
  return [
    'server',
    'start-dev',
    `--ip=${settings.ip}`,
    `--port=${port}`,
    ...(uiPort === undefined ? ['--headless'] : [`--ui-port=${uiPort}`, '--ui-disable-news-fetch']),
    `--namespace=${settings.namespace}`,
    `--db-filename=${databasePath}`,
    `--log-level=${settings.logLevel}`,
    ...repeated('--sqlite-pragma', settings.sqlite),
    ...repeated('--search-attribute', settings.searchAttributes),
    ...repeated('--dynamic-config-value', Object.fromEntries(dynamic)),
  ]
}

const readyTimeoutMs = 60_000

async function ready(starting: {
  readonly server: ServerProcess
  readonly temporal: TemporalClient
  readonly options: TemporalServerOptions
}): Promise<void> {
  const { server, temporal, options } = starting
  const { settings } = options
  const { namespace, searchAttributes } = settings
  const isReady = await waitUntil(
    () => temporal.isReachable(),
    readyTimeoutMs,
    () => !server.isRunning(),
  )
  if (!isReady) throw downError(server, options)
  // A database of an earlier version may lack some of them.
  await registerSearchAttributes(temporal, namespace, searchAttributes)
  await keepClosedRuns(temporal, settings)
  const names = Object.keys(searchAttributes)
  const isListed = async (): Promise<boolean> => {
    const known = await listSearchAttributes(temporal, namespace)
    return names.every((name) => known.has(name))
  }
  if (!(await waitUntil(isListed, readyTimeoutMs, () => !server.isRunning())))
    throw downError(server, options)
}

/** Its command line has no word for this. */
async function keepClosedRuns(
  { connection, call }: TemporalClient,
  { namespace, retentionDays }: TemporalSettings,
): Promise<void> {
  const config = { workflowExecutionRetentionTtl: msToTs(`${retentionDays} days`) }
  await call(() => connection.workflowService.updateNamespace({ namespace, config }))
}

function downError(
  server: ServerProcess,
  { databasePath }: Pick<TemporalServerOptions, 'databasePath'>,
): StartError {
  const words = server.lastWords()
  const advice = brokenStore.test(words)
    ? `\nIts store is damaged. Move ${databasePath} and the files beside it whose names begin the same out of the way, and start again: open payments go on from the database.`
    : ''
  return new StartError(`The Temporal dev service did not start. It said:\n${words}${advice}`)
}

/** Words of SQLite about a file that is not whole. */
const brokenStore = /no such table|malformed|file is not a database/
