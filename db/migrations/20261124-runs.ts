import { SqlMigration } from './sql-migration.ts'

/** Watches over late answers in the books, and what sweeps found of facts without a run and runs without a fact. */
export class Runs extends SqlMigration {
  readonly files = ['20261124-late-watch.sql', '20261124-runs.sql']
}
