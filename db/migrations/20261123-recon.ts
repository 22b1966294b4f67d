import { SqlMigration } from './sql-migration.ts'

/** Operators' statements against the books, and the proofs of the books. */
export class Reconciliations extends SqlMigration {
  readonly files = ['20261123-recon.sql']
}
