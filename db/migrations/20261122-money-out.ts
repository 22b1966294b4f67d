import { SqlMigration } from './sql-migration.ts'

/** Clearing accounts of banks, and movements of refunds. */
export class MoneyOut extends SqlMigration {
  readonly files = ['20261122-money-out.sql']
}
