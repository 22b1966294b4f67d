import { SqlMigration } from './sql-migration.ts'

/** The books of the first payment: merchants and keys, transactions, ledger, webhooks, outbox, terminals. */
export class TheFirstPayment extends SqlMigration {
  readonly files = [
    '20261121-merchants.sql',
    '20261121-transactions.sql',
    '20261121-ledger.sql',
    '20261121-webhooks.sql',
    '20261121-processes.sql',
    '20261121-sandbox-operator.sql',
    '20261121-terminals.sql',
  ]
}
