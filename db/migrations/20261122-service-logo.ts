import { SqlMigration } from './sql-migration.ts'

/** Logos of services, kept and served by ourselves. */
export class ServiceLogos extends SqlMigration {
  readonly files = ['20261122-service-logo.sql']
}
