import { SqlMigration } from './sql-migration.ts'

/** The staff's word on ends that operators leave open; notices seen to; who of the staff did what, held by keys. */
export class Desk extends SqlMigration {
  readonly files = ['20261123-desk.sql']
}
