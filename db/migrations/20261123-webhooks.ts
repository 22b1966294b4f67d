import { SqlMigration } from './sql-migration.ts'

/** Webhooks in the hands of merchants: renewed secrets, test events, retries, replays. */
export class Webhooks extends SqlMigration {
  readonly files = ['20261123-webhooks.sql']
}
