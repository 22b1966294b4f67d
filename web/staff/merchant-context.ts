import type { ServiceEnvId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { WebContext } from '#web/context.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import { listSuspensions, type Suspension } from '#use-cases/payouts/merchant-context.ts'
import { listTransactions } from '#use-cases/transactions/find.ts'

/** What somebody who decides about money should know of the merchant. */
export interface MerchantContext {
  readonly balance: Balance
  readonly suspensions: readonly Suspension[]
  /** Newest first. */
  readonly payouts: readonly TransactionRecord[]
}

const payoutsShown = 5

export async function readMerchantContext(
  database: WebContext['database'],
  serviceEnvId: ServiceEnvId,
): Promise<MerchantContext> {
  const filter = { type: 'payout', createdAfter: new Date(0) } as const
  const [balance, suspensions, payouts] = await Promise.all([
    readBalance(database, serviceEnvId),
    listSuspensions(database, serviceEnvId),
    listTransactions(database, { serviceEnvId }, { filter, limit: payoutsShown }),
  ])
  return { balance, suspensions, payouts }
}
