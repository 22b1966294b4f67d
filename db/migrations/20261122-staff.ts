import { SqlMigration } from './sql-migration.ts'

/** What the staff decides: operators open and closed, rates; and how it finds what somebody asks about. */
export class Staff extends SqlMigration {
  readonly files = ['20261122-staff.sql']
}
