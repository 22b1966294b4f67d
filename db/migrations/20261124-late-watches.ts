import { SqlMigration } from './sql-migration.ts'

/** Watches over what has ended here and may still move at its operator. */
export class LateWatches extends SqlMigration {
  readonly files = ['20261124-late-watches.sql']
}
