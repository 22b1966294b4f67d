import { SqlMigration } from './sql-migration.ts'

/** QR codes of cash desks, and the payments made through them. */
export class Checkouts extends SqlMigration {
  readonly files = ['20261122-checkouts.sql']
}
