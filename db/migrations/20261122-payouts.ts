import { SqlMigration } from './sql-migration.ts'

/** Authorised accounts, bank transfers, and what staff is told of them. */
export class Payouts extends SqlMigration {
  readonly files = ['20261122-payouts.sql']
}
