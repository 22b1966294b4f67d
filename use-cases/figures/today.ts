import type { Database } from '#db/connect.ts'
import { localDayOf, now, oneOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'
import type { Mode, TransactionStatus, TransactionType } from '#domain/transactions/transaction.ts'

/** Payments requested today, of one kind, operator and current state. */
export interface TodayFigure {
  readonly kind: TransactionType
  readonly mode: Mode
  readonly provider: string
  readonly status: TransactionStatus
  readonly count: number
}

/** For the current day in local time, from midnight: ended payments from the sums, the others counted one by one. */
export function readToday({ pool }: Pick<Database, 'pool'>): Promise<TodayFigure[]> {
  return onPool(pool).all(today)
}

/** Beyond this many unsummed or open payments the exact number does not matter. */
const rowsRead = 50_000

const day = localDayOf(now)
const midnight = sql<Date>`((${day})::timestamp - interval '1 hour') at time zone 'UTC'`

const summed = db
  .selectFrom('dayFigure as f')
  .innerJoin('serviceEnv as s', 's.id', 'f.serviceEnvId')
  .select(['f.type as kind', 's.mode', 'f.value as provider'])
  .select((eb) => [sql<TransactionStatus>`${eb.ref('f.status')}`.as('status'), 'f.count'])
  .where((eb) => oneOf(eb.ref('f.dimension'), ['provider']))
  .where('f.day', '=', day)

const ended = db
  .selectFrom(db.selectFrom('figureDue').select('transactionId').limit(rowsRead).as('due'))
  .innerJoin('transaction as t', 't.id', 'due.transactionId')
  .select(['t.type as kind', 't.mode', 't.provider', 't.status', sql<bigint>`1`.as('count')])
  .where('t.createdAt', '>=', midnight)

const open = db
  .selectFrom(
    db
      .selectFrom('transaction')
      .select(['type', 'mode', 'provider', 'status'])
      .where((eb) => oneOf(eb.ref('status'), ['pending']))
      .where('createdAt', '>=', midnight)
      .limit(rowsRead)
      .as('t'),
  )
  .select(['t.type as kind', 't.mode', 't.provider', 't.status', sql<bigint>`1`.as('count')])

const today = db
  .selectFrom(summed.unionAll(ended).unionAll(open).as('p'))
  .select([
    'p.kind',
    'p.mode',
    'p.provider',
    'p.status',
    sql<number>`sum(p.count)::int`.as('count'),
  ])
  .groupBy(['p.kind', 'p.mode', 'p.provider', 'p.status'])
  .orderBy('p.provider')
