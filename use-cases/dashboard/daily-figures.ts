import type { ServiceEnvId } from '#domain/ids.ts'
import { lastLocalDays, startOfLocalDay } from '#domain/text/local-day.ts'
import { money, type Money } from '#domain/money/money.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

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
  const rows = await onPool(pool).rows<Row>(
    `select (created_at at time zone 'UTC' + interval '1 hour')::date::text as day,
       coalesce(sum(net_amount) filter (where status = 'succeeded'), 0)::text as net,
       (count(*) filter (where status = 'succeeded'))::int as succeeded,
       (count(*) filter (where status <> 'pending'))::int as ended
     from transaction
     where service_env_id = $1 and type = 'collection' and net_currency = 'XOF' and created_at >= $2
     group by 1`,
    [serviceEnvId, startOfLocalDay(days[0] ?? '')],
  )
  const known = new Map(rows.map((row) => [row.day, row]))
  return days.map((day) => {
    const { net = '0', succeeded = 0, ended = 0 } = known.get(day) ?? {}
    return { day, net: money(BigInt(net), 'XOF'), succeeded, ended }
  })
}

interface Row {
  readonly day: string
  readonly net: string
  readonly succeeded: number
  readonly ended: number
}
