import { openTransferStates } from '#domain/transfers/transfer.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** How many of a merchant's cases wait for staff. */
export interface Waiting {
  readonly transfers: number
  readonly refunds: number
  readonly accounts: number
}

/** The current counts. */
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

/** The names of these terminals and links of a service, by id. */
export async function readSellerNames(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).all(names({ serviceEnvId, ids }))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const names = prepared((p: Params<{ serviceEnvId: ServiceEnvId; ids: readonly string[] }>) =>
  db
    .selectFrom('terminal')
    .select([sql<string>`id::text`.as('id'), 'label as name'])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .unionAll(
      db
        .selectFrom('paymentLink')
        .select([sql<string>`id::text`.as('id'), 'title as name'])
        .where('serviceEnvId', '=', p.serviceEnvId)
        .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
    ),
)
