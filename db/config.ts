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
import { type Pool, type PoolConfig, TypeOverrides } from 'pg'
import { entities } from './entities/index.ts'
import { type MigrationFile, migrationOf } from './migrations.ts'
import { translate } from './sql.ts'
import { parseTexts } from './value-types.ts'

/**
 * How every process talks to PostgreSQL. A statement that hangs, a lock that is not given and a transaction that
 * idles all end by themselves, so that one slow part never holds the others.
 */
const sessionSettings =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 ' +
  '-c synchronous_commit=on -c timezone=UTC'

const connection = {
  options: sessionSettings,
  connectionTimeoutMillis: 2000,
  application_name: 'payment-service',
} satisfies PoolConfig

/** The connections of a process, `size` at most. */
export function poolOptions(url: string, size: number): PoolConfig {
  return {
    ...connection,
    connectionString: url,
    max: size,
    idleTimeoutMillis: 30_000,
    types: textTypes(),
  }
}

/** Options of the ORM on a pool of ours: it borrows connections as statements do, and ends none. */
export function ormOptions(pool: Pool): Options {
  const { options } = pool
  const borrowed = { options, connect: () => pool.connect(), end: () => Promise.resolve() }
  // The ORM wants a name; the database is that of the connections.
  return { ...base, dbName: 'payments', driverOptions: new PostgresDialect({ pool: borrowed }) }
}

/** Options of a migrator of these files, with connections of its own. */
export function migratorOptions(url: string, files: readonly MigrationFile[]): Options {
  return {
    ...base,
    clientUrl: url,
    pool: { min: 0, max: 2 },
    driverOptions: connection,
    extensions: [Migrator],
    migrations: { migrationsList: files.map(migrationOf), snapshot: false },
  }
}

/** The ORM has its own words for a database that is away; it fails in ours, as statements do. */
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

/** What statements written as text read: times as they come, which is what the ORM reads too. */
function textTypes(): TypeOverrides {
  const types = new TypeOverrides()
  for (const [oid, parse] of Object.entries(createPostgreSqlTypeParsers(parseTexts)))
    types.setTypeParser(Number(oid), parse)
  return types
}
