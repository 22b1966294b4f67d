import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { localDayOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** What of the pending funds becomes available on one day, minor units of XOF. */
export interface PendingOfDay {
  /** Local day, `2025-03-03`. */
  readonly day: string
  readonly amount: bigint
}

/** Usually at most a few thousand payments wait in the account; beyond that, the earliest are not listed by day. */
const entriesMax = 5000

/**
 * The pending funds of a service in one mode by the day they become available, the next day first. They add up to the
 * pending balance, unless more payments wait than are looked at: then what is missing comes first.
 */
export function readPendingByDay(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<PendingOfDay[]> {
  return onPool(pool).all(pendingByDay({ serviceEnvId }))
}

// From the account’s entries, which have an index: what refunds took of a payment is among them.
const pendingByDay = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('ledgerAccount as a')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledgerEntry as entry')
          .select(['entry.amount', 'entry.movementId'])
          .whereRef('entry.accountId', '=', 'a.id')
          .orderBy('entry.id', 'desc')
          .limit(sql.lit(entriesMax))
          .as('e'),
      (join) => join.onTrue(),
    )
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .innerJoin('transaction as t', 't.id', 'm.transactionId')
    .select((eb) => [
      eb.cast<string>(localDayOf(eb.ref('t.fundsAvailableAt')), 'text').as('day'),
      sql<bigint>`sum(${eb.ref('e.amount')})::int8`.as('amount'),
    ])
    .where('a.serviceEnvId', '=', p.serviceEnvId)
    .where('a.kind', '=', 'pending')
    .where('a.currency', '=', 'XOF')
    .where('t.fundsStatus', '=', 'pending')
    .groupBy('day')
    .orderBy('day'),
)
