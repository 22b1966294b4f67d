import { SqlMigration } from './sql-migration.ts'

/** What a merchant decides for its service, and how operators do. */
export class ServiceSettings extends SqlMigration {
  readonly files = ['20261123-service-settings.sql']
}
