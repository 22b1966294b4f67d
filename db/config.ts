import { Migrator } from '@mikro-orm/migrations'
import {
  createPostgreSqlTypeParsers,
  defineConfig,
  ExceptionConverter,
  type Options,
  PostgreSqlDriver,
  PostgreSqlPlatform,
} from '@mikro-orm/postgresql'
import { PostgresDialect } from 'kysely'
import { Client, type Pool, type PoolConfig, TypeOverrides } from 'pg'
import type { DatabasePlace } from '#platform/env-database.ts'
import { entities } from './entities/index.ts'
import { type MigrationFile, migrationOf } from './migrations.ts'
import { translate } from './sql.ts'
import { parseTexts } from './value-types.ts'

/**
 * Settings of every connection. A statement that hangs, a lock that is not granted and an idle transaction all end by
 * themselves, so that one slow part never holds up the others.
 */
const sessionSettings =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 ' +
  '-c synchronous_commit=on -c timezone=UTC'

const connection = {
  options: sessionSettings,
  connectionTimeoutMillis: 2000,
  application_name: 'payment-service',
} satisfies PoolConfig

/** The connection pool of a process. */
export function poolOptions({
  url,
  directUrl,
  poolSize = usualPoolSize,
}: DatabasePlace): PoolConfig {
  return {
    ...(directUrl === undefined ? connection : throughPooler),
    connectionString: url,
    max: poolSize,
    idleTimeoutMillis: 30_000,
    types: textTypes(),
  }
}

const usualPoolSize = 20

/**
 * A pooler in transaction mode gives each transaction whichever connection is free, so what was prepared or set at the
 * start of a session is gone in the next. The settings come from the role instead (deploy/postgres/roles.sql), and
 * statements have no name.
 */
class NamelessClient extends Client {
  // The driver's own signature has six overloads; the arguments are passed on as they came.
  override query(...given: unknown[]): never {
    const [sent, values, callback] = given
    const asked = isNamed(sent) ? { ...sent, name: undefined } : sent
    return super.query(asked as never, values as never, callback as never) as never
  }
}

const throughPooler = {
  connectionTimeoutMillis: connection.connectionTimeoutMillis,
  application_name: connection.application_name,
  Client: NamelessClient,
} satisfies PoolConfig

function isNamed(sent: unknown): sent is { readonly name: string } {
  return typeof sent === 'object' && sent !== null && 'name' in sent && !('submit' in sent)
}

/** Options for MikroORM on our pool: it borrows connections as statements do, and closes none. */
export function ormOptions(pool: Pool): Options {
  const { options } = pool
  const borrowed = { options, connect: () => pool.connect(), end: () => Promise.resolve() }
  // MikroORM wants a name; the database is that of the connections.
  return { ...base, dbName: 'payments', driverOptions: new PostgresDialect({ pool: borrowed }) }
}

/** Options of a migrator for these files, with connections of its own. */
export function migratorOptions(url: string, files: readonly MigrationFile[]): Options {
  return {
    ...base,
    clientUrl: url,
    // One connection: session settings of a migration outside a transaction must apply to its statements.
    pool: { min: 0, max: 1 },
    driverOptions: connection,
    extensions: [Migrator],
    // One transaction per migration: none holds the locks of those before it.
    migrations: { migrationsList: files.map(migrationOf), snapshot: false, allOrNothing: false },
  }
}

/** MikroORM has its own error for a database that is down; this keeps the original, as plain statements do. */
class OurErrors extends ExceptionConverter {
  override convertException(error: Error): never {
    throw translate(error)
  }
}

class OurPlatform extends PostgreSqlPlatform {
  protected override readonly exceptionConverter = new OurErrors()
}

class OurDriver extends PostgreSqlDriver {
  override readonly platform = new OurPlatform()
}

const base = defineConfig({
  driver: OurDriver,
  entities,
  forceUtcTimezone: true,
  allowGlobalContext: false,
  ensureDatabase: false,
  logger: () => {},
})

/** The types of plain SQL statements: times stay text, which is what MikroORM reads too. */
function textTypes(): TypeOverrides {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(parseTexts)))
    types.setTypeParser(Number(oid), parse)
  return types
}
