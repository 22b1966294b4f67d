import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { mayBeKnown } from './may-be-known.ts'

/** A payment's time left and whole time, by the database's clock, and whether its operator may have it, even from before a restore. */
export async function readTimeLeft(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<{ readonly leftMs: number; readonly wholeMs: number; readonly wasSent: boolean }> {
  return onPool(pool).only(timeLeft({ id }))
}

const timeLeft = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select((eb) => [
      sql<number>`ceil(extract(epoch from ${eb.ref('expiresAt')} - now()) * 1000)::float8`.as(
        'leftMs',
      ),
      sql<number>`extract(epoch from ${eb.ref('expiresAt')} - ${eb.ref('createdAt')})::float8 * 1000`.as(
        'wholeMs',
      ),
      eb
        .or([eb('operatorState', '<>', 'unsent'), mayBeKnown(eb.ref('transaction.createdAt'))])
        .$castTo<boolean>()
        .as('wasSent'),
    ])
    .where('id', '=', p.id),
)
