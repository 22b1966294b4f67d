import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lastLocalDays } from '#domain/text/local-day.ts'
import { money, type Money } from '#domain/money/money.ts'
import { type Figures, readDayFigures } from './figures.ts'

/** How much of a merchant's waits for somebody of the service's staff. */
export interface Waiting {
  readonly transfers: number
  readonly refunds: number
  readonly accounts: number
}

/** Counted as things stand now. */
export function countWaiting(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<Waiting> {
  return onPool(pool).only(waiting({ serviceEnvId }))
}

const waiting = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) => {
  const transfers = db
    .selectFrom('bankTransfer')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('state', 'in', openTransferStates)
  const refunds = db
    .selectFrom('refund')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('status', '=', 'pending')
  const accounts = db
    .selectFrom('authorizedAccount')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('status', '=', 'pending')
  return db.selectNoFrom([
    sql<number>`${transfers}::int`.as('transfers'),
    sql<number>`${refunds}::int`.as('refunds'),
    sql<number>`${accounts}::int`.as('accounts'),
  ])
})

/** What was collected on one day of the main market, of the payments that were asked for on it. */
export interface DayFigures {
  /** `2025-03-03`. */
  readonly day: string
  /** What came to the account, fees aside. */
  readonly net: Money
  readonly succeeded: number
  /** All that came to an end, well or not. */
  readonly ended: number
}

/** The last `count` days, the oldest first, quiet ones included. */
export async function readDailyFigures(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  { now, count }: { readonly now: Date; readonly count: number },
): Promise<DayFigures[]> {
  const days = lastLocalDays(now, count)
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const figures = await readDayFigures({ pool }, serviceEnvId, { from, to })
  const collected = figures.filter(
    ({ type, netCurrency }) => type === 'collection' && netCurrency === 'XOF',
  )
  return days.map((day) => {
    const ended = collected.filter((each) => each.day === day)
    const paid = ended.filter(({ status }) => status === 'succeeded')
    const net = paid.reduce((total, each) => total + each.net, 0n)
    return { day, net: money(net, 'XOF'), succeeded: countOf(paid), ended: countOf(ended) }
  })
}

function countOf(figures: readonly Figures[]): number {
  return figures.reduce((total, { count }) => total + count, 0)
}
