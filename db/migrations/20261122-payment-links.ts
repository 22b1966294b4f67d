import { SqlMigration } from './sql-migration.ts'

/** Payment links, the payments made through them, and idempotency keys of payers without an API key. */
export class PaymentLinks extends SqlMigration {
  readonly files = ['20261122-payment-links.sql']
}
