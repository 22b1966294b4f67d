import type { TransactionId } from '#domain/ids.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** The state of a payment's funds, and for pending ones the remaining time by the database's clock. */
export async function readFundsStanding(
  { pool }: Database,
  id: TransactionId,
): Promise<{ readonly status: FundsStatus; readonly waitMs: number }> {
  const { status, waitMs } = await onPool(pool).only(standing({ id }))
  if (status === null) throw new Error('a payment without funds has no run for them')
  return { status, waitMs }
}

const standing = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction')
    .select('fundsStatus as status')
    .select((eb) =>
      sql<number>`ceil(greatest(0, extract(epoch from
        coalesce(${eb.ref('fundsAvailableAt')}, now()) - now()) * 1000))::float8`.as('waitMs'),
    )
    .where('id', '=', p.id),
)
