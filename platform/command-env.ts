import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, readEnv, requireServices, type ServiceAddresses } from './env.ts'
import { envFields } from './env-fields.ts'
import type { EnvSource } from './env-text.ts'

/**
 * The services that `npm start` runs itself, its version there, and the address of its pages; services named in its
 * environment are left out.
 */
export type OwnServices = Partial<
  ServiceAddresses & Pick<Env, 'temporalNamespace' | 'temporalDeployment' | 'publicUrl'>
>

/** Where a running `npm start` leaves the addresses of its own services, for commands on the same data. */
export function ownServicesFile(dataDir: string): string {
  return join(dataDir, 'services.json')
}

/**
 * The environment of a command. What it does not name is, outside production, what the `npm start` that runs on this
 * `DATA_DIR` brings.
 */
export function readCommandEnv(source: EnvSource = process.env): Env & ServiceAddresses {
  const env = readEnv(source)
  const own = env.isProduction ? {} : readOwnServices(env.dataDir)
  const { databaseUrl, publicUrl = env.publicUrl, ...temporal } = own
  const isOwnDatabase = env.databaseUrl === undefined && databaseUrl !== undefined
  const isUrlNamed = envFields(source).text('PUBLIC_URL') !== undefined
  return requireServices(
    {
      ...env,
      ...(isOwnDatabase && { databaseUrl, publicUrl: isUrlNamed ? env.publicUrl : publicUrl }),
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
