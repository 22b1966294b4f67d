import type { TransactionId } from '#domain/ids.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** Where a payment's funds stand, for the service's own staff; null where it has none, undefined where there is no payment. */
export async function findFundsStatus(
  database: Database,
  id: TransactionId,
): Promise<FundsStatus | null | undefined> {
  const [row] = await onPool(database.pool).rows<{ status: FundsStatus | null }>(
    'select funds_status as status from transaction where id = $1',
    [id],
  )
  return row?.status
}

/** Where a payment's funds stand, and how long pending ones still do by the database's clock. */
export async function readFundsStanding(
  database: Database,
  id: TransactionId,
): Promise<{ readonly status: FundsStatus; readonly waitMs: number }> {
  const row = await onPool(database.pool).one<{ status: FundsStatus | null; wait_ms: number }>(
    `select funds_status as status,
       ceil(greatest(0, extract(epoch from coalesce(funds_available_at, now()) - now()) * 1000))::float8 as wait_ms
     from transaction where id = $1`,
    [id],
  )
  if (row.status === null) throw new Error('a payment without funds has no run for them')
  return { status: row.status, waitMs: row.wait_ms }
}
