import { SqlMigration } from './sql-migration.ts'

/** People who log in, their sessions, and the logs of what they do. */
export class People extends SqlMigration {
  readonly files = ['20261122-people.sql']
}
