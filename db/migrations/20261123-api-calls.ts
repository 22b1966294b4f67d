import { SqlMigration } from './sql-migration.ts'

/** What merchants' keys asked of the API. */
export class ApiCalls extends SqlMigration {
  readonly files = ['20261123-api-calls.sql']
}
