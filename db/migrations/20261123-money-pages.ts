import { SqlMigration } from './sql-migration.ts'

/** Statements of accounts, page after page. */
export class MoneyPages extends SqlMigration {
  readonly files = ['20261123-money-pages.sql']
}
