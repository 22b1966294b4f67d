import { SqlMigration } from './sql-migration.ts'

/** Payments by card and direct debit, and the sandbox's acquirer. */
export class Cards extends SqlMigration {
  readonly files = ['20261122-cards.sql']
}
