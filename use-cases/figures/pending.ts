import type { Database } from '#db/connect.ts'
import { oneOf, rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'
import type { PendingAge } from '#domain/figures/state.ts'
import type { Mode, TransactionType } from '#domain/transactions/transaction.ts'

/** Open payments of one kind at one operator, by age. */
export interface PendingFigure {
  readonly kind: TransactionType
  readonly mode: Mode
  readonly provider: string
  readonly age: PendingAge
  readonly count: number
}

/** Open payments by age; only the oldest if there are very many. */
export function readPending({ pool }: Pick<Database, 'pool'>): Promise<PendingFigure[]> {
  return onPool(pool).all(pending)
}

const rowsRead = 50_000

const oldest = db
  .selectFrom('transaction')
  .select((eb) => [
    'type',
    'mode',
    'provider',
    sql<PendingAge>`case when ${eb.ref('createdAt')} > now() - interval '1 minute' then 'under_1m'
      when ${eb.ref('createdAt')} > now() - interval '10 minutes' then '1m_to_10m'
      when ${eb.ref('createdAt')} > now() - interval '1 hour' then '10m_to_1h' else 'over_1h' end`.as(
      'age',
    ),
  ])
  .where((eb) => oneOf(eb.ref('status'), ['pending']))
  .orderBy('createdAt')
  .limit(rowsRead)
  .as('t')

const pending = db
  .selectFrom(oldest)
  .select(['t.type as kind', 't.mode', 't.provider', 't.age', rowCount.as('count')])
  .groupBy(['t.type', 't.mode', 't.provider', 't.age'])
