import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type Options } from '@mikro-orm/postgresql'
import { CashSessionSchema } from './entities/cash-session.ts'
import * as merchants from './entities/merchant.ts'
import { PaymentLinkSchema } from './entities/payment-link.ts'
import { TransactionSchema } from './entities/transaction.ts'
import * as webhooks from './entities/webhook.ts'
import { type MigrationFile, migrationOf } from './migrations.ts'

/**
 * How every process talks to PostgreSQL. A statement that hangs, a lock that is not given and a transaction that
 * idles all end by themselves, so that one slow part never holds the others.
 */
const sessionSettings =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 ' +
  '-c synchronous_commit=on -c timezone=UTC'
const connectTimeoutMs = 2000

/** Options of the ORM for this database; `poolSize` connections at most. */
export function ormOptions(url: string, poolSize: number): Options {
  return defineConfig({
    clientUrl: url,
    entities: [
      ...Object.values(merchants),
      CashSessionSchema,
      PaymentLinkSchema,
      TransactionSchema,
      ...Object.values(webhooks),
    ],
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      options: sessionSettings,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'payment-service',
    },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => {},
  })
}

/** The same for a migrator of these files. */
export function migratorOptions(url: string, files: readonly MigrationFile[]): Options {
  return {
    ...ormOptions(url, 2),
    extensions: [Migrator],
    migrations: { migrationsList: files.map(migrationOf), snapshot: false },
  }
}
