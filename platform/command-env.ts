import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, readEnv, requireServices, type ServiceAddresses } from './env.ts'
import type { EnvSource } from './env-text.ts'

/** The services that `npm start` runs itself, and its version there; those named in its environment are left out. */
export type OwnServices = Partial<
  ServiceAddresses & Pick<Env, 'temporalNamespace' | 'temporalDeployment'>
>

/** Where a running `npm start` leaves the addresses of its own services, for commands on the same data. */
export function ownServicesFile(dataDir: string): string {
  return join(dataDir, 'services.json')
}

/**
 * The environment of a command. What it does not name is, outside production, what the `npm start` that runs on this
 * `DATA_DIR` brings.
 */
export function readCommandEnv(source?: EnvSource): Env & ServiceAddresses {
  const env = readEnv(source)
  const { databaseUrl, ...temporal } = env.isProduction ? {} : readOwnServices(env.dataDir)
  return requireServices(
    {
      ...env,
      ...(env.databaseUrl === undefined && databaseUrl !== undefined && { databaseUrl }),
      ...(env.temporalAddress === undefined && { ...temporal, temporalTls: undefined }),
    },
    `\`npm start\` brings its own, and none runs on ${env.dataDir}.`,
  )
}

function readOwnServices(dataDir: string): OwnServices {
  try {
    return JSON.parse(readFileSync(ownServicesFile(dataDir), 'utf8')) as OwnServices
  } catch {
    return {}
  }
}
