import { SqlMigration } from './sql-migration.ts'

/** Operators' accounts of services, and a bound for callbacks. */
export class Operators extends SqlMigration {
  readonly files = ['20261122-operators.sql']
}
