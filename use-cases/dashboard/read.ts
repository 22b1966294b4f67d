import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

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
