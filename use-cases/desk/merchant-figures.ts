import type { ServiceEnvId } from '#domain/ids.ts'
import { money, type Money } from '#domain/money/money.ts'
import { localDay, plusDays } from '#domain/text/local-day.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { FinalStatus, TransactionType } from '#domain/transactions/transaction.ts'
import { type Balance, readBalance } from '#use-cases/balance/read.ts'
import { type Figures, readDayFigures } from '#use-cases/dashboard/figures.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import type { Database } from '#db/connect.ts'

/** Ended payments by outcome: their number and the merchant's sums, by currency. */
export interface Ended {
  readonly type: TransactionType
  readonly status: FinalStatus
  readonly count: number
  readonly net: readonly Money[]
}

/** How a service is doing in one mode, for staff. */
export interface ServiceFigures {
  readonly balance: Balance
  readonly today: readonly Ended[]
  readonly thirtyDays: readonly Ended[]
  /** Newest first. */
  readonly latest: readonly TransactionRecord[]
}

const latestShown = 8

/** Its cost depends on the number of days, not of payments. */
export async function readServiceFigures(
  database: Database,
  serviceEnvId: ServiceEnvId,
  now: Date,
): Promise<ServiceFigures> {
  const to = localDay(now)
  const filter = { createdAfter: new Date(0) }
  const [balance, days, latest] = await Promise.all([
    readBalance(database, serviceEnvId),
    readDayFigures(database, serviceEnvId, { from: plusDays(to, -29), to }),
    listTransactions(database, { serviceEnvId }, { filter, limit: latestShown }),
  ])
  return {
    balance,
    latest,
    today: endedOf(days.filter(({ day }) => day === to)),
    thirtyDays: endedOf(days),
  }
}

/** Summed by type and outcome. */
function endedOf(figures: readonly Figures[]): Ended[] {
  const kinds = Map.groupBy(figures, ({ type, status }) => `${type} ${status}`)
  return [...kinds.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const { type, status } = first
    const count = same.reduce((sum, each) => sum + each.count, 0)
    return [{ type, status, count, net: sumsOf(same) }]
  })
}

function sumsOf(figures: readonly Figures[]): Money[] {
  const currencies = Map.groupBy(figures, ({ netCurrency }) => netCurrency)
  return [...currencies].map(([currency, same]) =>
    money(
      same.reduce((sum, { net }) => sum + net, 0n),
      currency,
    ),
  )
}
