import { SqlMigration } from './sql-migration.ts'

/** What would await confirmation in sandbox is the merchant's to spend. */
export class SimulatedFunds extends SqlMigration {
  readonly files = ['20261123-simulated-funds.sql']
}
