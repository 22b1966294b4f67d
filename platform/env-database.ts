import { type Bounds, type EnvFields, portBounds } from './env-fields.ts'

/** Where the database is, and how many connections a process may use (docs/deploying.md#connections). */
export interface DatabaseVariables {
  /** Undefined means the embedded PostgreSQL of `npm start`. */
  readonly databaseUrl: string | undefined
  /**
   * A direct connection to PostgreSQL if `databaseUrl` goes through a pooler in transaction mode; undefined if it
   * does not.
   */
  readonly databaseDirectUrl: string | undefined
  /** Maximum connections of a process, not counting the one for LISTEN. */
  readonly databasePool: number
  readonly postgresPort: number
  /** Hosts on a private network: PostgreSQL and Temporal there are reached without TLS, even in production. */
  readonly privateNetworkHosts: ReadonlySet<string>
}

/** Reads `DATABASE_*`. */
export function readDatabase(fields: EnvFields): DatabaseVariables {
  return {
    databaseUrl: fields.url('DATABASE_URL', protocols),
    databaseDirectUrl: fields.url('DATABASE_DIRECT_URL', protocols),
    databasePool: fields.whole('DATABASE_POOL', 20, poolBounds),
    postgresPort: fields.whole('POSTGRES_PORT', 54_329, portBounds),
    privateNetworkHosts: new Set(
      (fields.text('PRIVATE_NETWORK_HOSTS') ?? '')
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  }
}

/** How a process connects to the database. */
export interface DatabasePlace {
  readonly url: string
  readonly directUrl?: string | undefined
  readonly poolSize?: number
}

/** The database that this environment names. */
export function databaseOf(env: {
  readonly databaseUrl: string
  readonly databaseDirectUrl: string | undefined
  readonly databasePool: number
}): DatabasePlace {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databasePool: poolSize } = env
  return { url, directUrl, poolSize }
}

const protocols = ['postgres:', 'postgresql:']
/** With fewer, one caller could hold them all; more is beyond what PostgreSQL accepts. */
const poolBounds: Bounds = { min: 4, max: 1000 }
