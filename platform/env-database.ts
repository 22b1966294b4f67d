import { type Bounds, type EnvFields, portBounds } from './env-fields.ts'

/** Where the books are, and how many connections a process takes of them (docs/deploying.md#connections). */
export interface DatabaseVariables {
  /** Undefined: the embedded PostgreSQL of `npm start`. */
  readonly databaseUrl: string | undefined
  /** Straight to PostgreSQL, where `databaseUrl` leads through a pooler in transaction mode; undefined: it does not. */
  readonly databaseDirectUrl: string | undefined
  /** Connections of a process at most, the one that listens aside. */
  readonly databasePool: number
  readonly postgresPort: number
  /** Hosts on a network that nobody else is on: PostgreSQL and Temporal there are spoken to without TLS, in production too. */
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

/** How a process connects to the books. */
export interface DatabasePlace {
  readonly url: string
  readonly directUrl?: string | undefined
  readonly poolSize?: number
}

/** The place that this environment names. */
export function databaseOf(env: {
  readonly databaseUrl: string
  readonly databaseDirectUrl: string | undefined
  readonly databasePool: number
}): DatabasePlace {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databasePool: poolSize } = env
  return { url, directUrl, poolSize }
}

const protocols = ['postgres:', 'postgresql:']
/** Fewer, and one caller would hold all; more than PostgreSQL gives. */
const poolBounds: Bounds = { min: 4, max: 1000 }
