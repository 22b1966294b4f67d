import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** A suspension of payouts that concerns a service. */
export interface Suspension {
  /** Null: all operators and banks. */
  readonly provider: string | null
  /** True if only this service is suspended. */
  readonly isOwn: boolean
  readonly reason: string | null
  readonly since: Date
}

/** Which payouts of a service are suspended now; empty if none. */
export async function listSuspensions(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<Suspension[]> {
  return onPool(pool).all(suspensions({ serviceEnvId }))
}

const suspensions = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('payoutSuspension as p')
    .innerJoin('serviceEnv as e', (join) => join.on('e.id', '=', p.serviceEnvId))
    .select(['p.provider', 'p.reason', 'p.since'])
    .select((eb) => eb('p.serviceEnvId', 'is not', null).$castTo<boolean>().as('isOwn'))
    .whereRef('p.mode', '=', 'e.mode')
    .where('p.liftedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('p.serviceEnvId', 'is', null), eb('p.serviceEnvId', '=', eb.ref('e.id'))]),
    )
    .orderBy('p.since')
    .orderBy('p.id')
    .limit(20),
)

/** The history of the account that a bank transfer goes to. */
export interface AccountPast {
  /** When staff verified it; null if it is no longer, or was never, verified. */
  readonly verifiedAt: Date | null
  readonly addedAt: Date
  /** Number of earlier transfers to it, and when the last one was made. */
  readonly made: number
  readonly lastMadeAt: Date | null
}

/** What a transfer's account has been used for; the transfer exists. */
export async function readAccountPast(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<AccountPast> {
  return onPool(pool).only(past({ id }))
}

const past = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('bankTransfer as b')
    .innerJoin('authorizedAccount as a', 'a.id', 'b.accountId')
    .leftJoin('bankTransfer as o', (join) =>
      join
        .onRef('o.accountId', '=', 'a.id')
        .on('o.state', '=', 'transferred')
        .onRef('o.transactionId', '<>', 'b.transactionId'),
    )
    .select(['a.verifiedAt', 'a.createdAt as addedAt'])
    .select((eb) => sql<number>`count(${eb.ref('o.transactionId')})::int`.as('made'))
    .select((eb) => eb.fn.max('o.movedAt').as('lastMadeAt'))
    .where('b.transactionId', '=', p.id)
    .groupBy('a.id'),
)
