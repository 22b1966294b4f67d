import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env, ServiceAddresses } from '#platform/env.ts'
import { findBinary, temporalCli } from './binaries.ts'
import type { WantedPort } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { complain, say, step } from './say.ts'
import type { ServerProcess } from './server-process.ts'
import { startTemporalServer } from './temporal-server.ts'
import type { TemporalSettings } from './temporal-settings.ts'

/** PostgreSQL and Temporal, our own or those named in the environment, ready. */
export interface Embedded {
  readonly addresses: ServiceAddresses
  /** The servers that we run, in the order they are stopped. */
  readonly servers: readonly Supervised[]
}

/** The ports that our own servers will listen on. */
export function embeddedPorts(env: Env, settings: TemporalSettings): readonly WantedPort[] {
  const { port, uiPort } = temporalPorts(env, settings)
  const temporal: readonly WantedPort[] = [
    { variable: 'TEMPORAL_PORT', port, host: settings.ip },
    { variable: 'TEMPORAL_UI_PORT', port: uiPort, host: settings.ip },
  ]
  const postgres = { variable: 'POSTGRES_PORT', port: env.postgresPort, host: '127.0.0.1' }
  return [
    ...(env.temporalAddress === undefined ? temporal : []),
    ...(env.databaseUrl === undefined ? [postgres] : []),
  ]
}

/**
 * Starts whatever the environment does not name. If one of the two fails, the other is stopped before the error is
 * thrown.
 */
export async function startEmbedded(env: Env, settings: TemporalSettings): Promise<Embedded> {
  const started = await Promise.allSettled([temporal(env, settings), postgres(env)])
  const [temporalPart, postgresPart] = started
  if (temporalPart.status === 'fulfilled' && postgresPart.status === 'fulfilled') {
    const parts = [temporalPart.value, postgresPart.value]
    return {
      addresses: {
        temporalAddress: temporalPart.value.address,
        databaseUrl: postgresPart.value.address,
      },
      servers: parts.flatMap(({ server }) => server ?? []),
    }
  }
  for (const part of started) {
    if (part.status === 'fulfilled') await part.value.server?.stop()
  }
  throw started.find((part) => part.status === 'rejected')?.reason
}

/** The ports of the dev service: the environment takes precedence over `temporal-dev.yml`. */
export function temporalPorts(
  env: Env,
  settings: TemporalSettings,
): { readonly port: number; readonly uiPort: number } {
  return {
    port: env.temporalPort ?? settings.port,
    uiPort: env.temporalUiPort ?? settings.uiPort,
  }
}

type Part = { readonly address: string; readonly server?: Supervised }

async function temporal(env: Env, settings: TemporalSettings): Promise<Part> {
  if (env.temporalAddress !== undefined) return { address: env.temporalAddress }
  const { port, uiPort } = temporalPorts(env, settings)
  const binary = await findBinary(temporalCli, (line) => say(`  … ${line}`))
  const start = () =>
    startTemporalServer({
      binary,
      settings,
      port,
      uiPort,
      databasePath: join(env.dataDir, settings.database),
      logPath: join(env.dataDir, 'logs', 'temporal.log'),
      pidPath: join(env.dataDir, 'temporal.pid'),
    })
  const { address, server } = await step(`Temporal on port ${port}, its UI on ${uiPort}`, start)
  const name = 'The Temporal dev service'
  return { address, server: supervise(name, server, async () => (await start()).server) }
}

async function postgres(env: Env): Promise<Part> {
  if (env.databaseUrl !== undefined) return { address: env.databaseUrl }
  const start = () =>
    startPostgres({ folder: env.dataDir, port: env.postgresPort, isDurable: true })
  const { url, server } = await step(`PostgreSQL on port ${env.postgresPort}`, start)
  return {
    address: url,
    server: supervise('PostgreSQL', server, async () => (await start()).server),
  }
}

/** A server that is restarted when it ends by itself. */
interface Supervised {
  /** Rejects when it has ended too often. */
  readonly failed: Promise<never>
  stop(): Promise<void>
}

/** Watches a running server and restarts it with `start`, with growing pauses and a limit. */
function supervise(
  name: string,
  first: ServerProcess,
  start: () => Promise<ServerProcess>,
): Supervised {
  let server = first
  let isStopping = false
  const watch = async (): Promise<never> => {
    for (let restarts = 0; restarts < restartsMax; restarts++) {
      await server.exited
      if (isStopping) return new Promise<never>(() => {})
      complain(`${name} ended unexpectedly; starting it again…`)
      await pause(Math.min(pauseMs * 2 ** restarts, pauseMsMax))
      try {
        server = await start()
        say(`${name} is back.`)
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error))
      }
      if (isStopping) await server.stop()
    }
    throw new Error(`${name} ended ${restartsMax} times; giving up.`)
  }
  const failed = watch()
  // It may fail before anybody awaits it; a later caller still gets the error.
  failed.catch(() => {})
  return {
    failed,
    stop: async () => {
      isStopping = true
      await server.stop()
    },
  }
}

const restartsMax = 8
const pauseMs = 250
const pauseMsMax = 10_000
