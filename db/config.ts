import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, type Options } from '@mikro-orm/postgresql'
import { CashSessionSchema } from './entities/cash-session.ts'
import * as merchants from './entities/merchant.ts'
import { PaymentLinkSchema } from './entities/payment-link.ts'
import { TransactionSchema } from './entities/transaction.ts'
import * as webhooks from './entities/webhook.ts'
import { Cards } from './migrations/20261122-cards.ts'
import { Checkouts } from './migrations/20261122-checkouts.ts'
import { Desk } from './migrations/20261123-desk.ts'
import { MoneyOut } from './migrations/20261122-money-out.ts'
import { PaymentLinks } from './migrations/20261122-payment-links.ts'
import { People } from './migrations/20261122-people.ts'
import { Payouts } from './migrations/20261122-payouts.ts'
import { Reconciliations } from './migrations/20261123-recon.ts'
import { Refunds } from './migrations/20261122-refunds.ts'
import { MoneyPages } from './migrations/20261123-money-pages.ts'
import { CashSessions } from './migrations/20261123-cash-sessions.ts'
import { ApiCalls } from './migrations/20261123-api-calls.ts'
import { ServiceSettings } from './migrations/20261123-service-settings.ts'
import { PortalWrites } from './migrations/20261123-portal-writes.ts'
import { ServiceLogos } from './migrations/20261122-service-logo.ts'
import { Operators } from './migrations/20261122-operators.ts'
import { SimulatedFunds } from './migrations/20261123-simulated-funds.ts'
import { Staff } from './migrations/20261122-staff.ts'
import { Webhooks } from './migrations/20261123-webhooks.ts'
import { Runs } from './migrations/20261124-runs.ts'
import { TheFirstPayment } from './migrations/20261121-the-first-payment.ts'

/**
 * How every process talks to PostgreSQL. A statement that hangs, a lock that is not given and a transaction that
 * idles all end by themselves, so that one slow part never holds the others.
 */
const sessionSettings =
  '-c statement_timeout=5000 -c lock_timeout=2000 -c idle_in_transaction_session_timeout=5000 ' +
  '-c synchronous_commit=on -c timezone=UTC'
const connectTimeoutMs = 2000

/** Options of the ORM for this database; `poolSize` connections at most. */
export function ormOptions(url: string, poolSize: number): Options {
  return defineConfig({
    clientUrl: url,
    entities: [
      ...Object.values(merchants),
      CashSessionSchema,
      PaymentLinkSchema,
      TransactionSchema,
      ...Object.values(webhooks),
    ],
    extensions: [Migrator],
    migrations: {
      migrationsList: [
        { name: '20261121-the-first-payment', class: TheFirstPayment },
        { name: '20261122-money-out', class: MoneyOut },
        { name: '20261122-payment-links', class: PaymentLinks },
        { name: '20261122-people', class: People },
        { name: '20261122-cards', class: Cards },
        { name: '20261122-payouts', class: Payouts },
        { name: '20261122-refunds', class: Refunds },
        { name: '20261122-service-logo', class: ServiceLogos },
        { name: '20261122-operators', class: Operators },
        { name: '20261122-staff', class: Staff },
        { name: '20261122-checkouts', class: Checkouts },
        { name: '20261123-portal-writes', class: PortalWrites },
        { name: '20261123-desk', class: Desk },
        { name: '20261123-money-pages', class: MoneyPages },
        { name: '20261123-cash-sessions', class: CashSessions },
        { name: '20261123-webhooks', class: Webhooks },
        { name: '20261123-simulated-funds', class: SimulatedFunds },
        { name: '20261123-recon', class: Reconciliations },
        { name: '20261123-api-calls', class: ApiCalls },
        { name: '20261123-service-settings', class: ServiceSettings },
        { name: '20261124-runs', class: Runs },
      ],
      snapshot: false,
    },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      options: sessionSettings,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'payment-service',
    },
    forceUtcTimezone: true,
    allowGlobalContext: false,
    ensureDatabase: false,
    discovery: { warnWhenNoEntities: false },
    logger: () => {},
  })
}
