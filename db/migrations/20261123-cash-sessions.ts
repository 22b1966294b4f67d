import { SqlMigration } from './sql-migration.ts'

/** Cash sessions that are closed in the portal, and listed for a whole service. */
export class CashSessions extends SqlMigration {
  readonly files = ['20261123-cash-sessions.sql']
}
