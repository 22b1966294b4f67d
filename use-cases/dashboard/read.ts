import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { lastLocalDays, startOfLocalDay } from '#domain/text/local-day.ts'
import { money, type Money } from '#domain/money/money.ts'

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
  const since = startOfLocalDay(days[0] ?? '') ?? now
  const rows = await onPool(pool).all(figuresSince({ serviceEnvId, since }))
  const known = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => {
    const { net = '0', succeeded = 0, ended = 0 } = known.get(day) ?? {}
    return { day, net: money(BigInt(net), 'XOF'), succeeded, ended }
  })
}

const figuresSince = prepared((p: Params<{ serviceEnvId: ServiceEnvId; since: Date }>) =>
  db
    .selectFrom('transaction')
    .select((eb) => {
      const succeeded = eb('status', '=', 'succeeded')
      const net = eb.fn.sum<string>('netAmount').filterWhere(succeeded)
      return [
        sql<string>`(${eb.ref('createdAt')} at time zone 'UTC' + interval '1 hour')::date`.as(
          'day',
        ),
        eb.fn.coalesce(net, sql<string>`0`).as('net'),
        eb.cast<number>(eb.fn.countAll().filterWhere(succeeded), 'integer').as('succeeded'),
        eb
          .cast<number>(eb.fn.countAll().filterWhere('status', '<>', 'pending'), 'integer')
          .as('ended'),
      ]
    })
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('type', '=', 'collection')
    .where('netCurrency', '=', 'XOF')
    .where('createdAt', '>=', p.since)
    .groupBy(sql`1`),
)
