import { SqlMigration } from './sql-migration.ts'

/** Forms of pages that are carried out once, and public keys that can be looked up. */
export class PortalWrites extends SqlMigration {
  readonly files = ['20261123-portal-writes.sql']
}
