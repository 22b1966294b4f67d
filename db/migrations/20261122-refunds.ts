import { SqlMigration } from './sql-migration.ts'

/** Refunds with their acts and events, and funds that become available later. */
export class Refunds extends SqlMigration {
  readonly files = ['20261122-refunds.sql']
}
