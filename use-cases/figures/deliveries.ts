import type { Database } from '#db/connect.ts'
import { oneOf, rowCount } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'
import type { Mode } from '#domain/transactions/transaction.ts'

/** Unfinished deliveries: `failed` ones are retried. */
export interface DeliveryFigure {
  readonly mode: Mode
  readonly status: 'pending' | 'failed'
  readonly count: number
}

/** Counted up to `rowsRead`. */
export function readOpenDeliveries({ pool }: Pick<Database, 'pool'>): Promise<DeliveryFigure[]> {
  return onPool(pool).all(deliveries)
}

const rowsRead = 100_000

const open = db
  .selectFrom('webhookDelivery')
  .select((eb) => ['serviceEnvId', sql<DeliveryFigure['status']>`${eb.ref('status')}`.as('status')])
  .where((eb) => oneOf(eb.ref('status'), ['pending', 'failed']))
  .limit(rowsRead)
  .as('d')

const deliveries = db
  .selectFrom(open)
  .innerJoin('serviceEnv as s', 's.id', 'd.serviceEnvId')
  .select(['s.mode', 'd.status', rowCount.as('count')])
  .groupBy(['s.mode', 'd.status'])
