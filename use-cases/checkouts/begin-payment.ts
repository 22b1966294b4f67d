import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import { readStanding, type Standing } from './read-standing.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * Gives an open checkout to a payment that is about to be recorded. One whose time is over expires instead: the clock of
 * the books says so, that readers see too. Safe to repeat; one that is not open stays as it is.
 */
export async function beginCheckoutPayment(
  database: Database,
  id: CheckoutId,
  transactionId: TransactionId,
): Promise<Standing> {
  const standing = await inTransaction(database.pool, async (sql) => {
    await sql.rows(
      `update checkout set
         status = case when expires_at > now() then 'processing' else 'expired' end,
         payment_id = case when expires_at > now() then $2::uuid end,
         completed_at = case when expires_at > now() then null else now() end
       where id = $1 and status = 'open'`,
      [id, transactionId],
    )
    return readStanding(sql, id)
  })
  await database.wake.announce([id])
  return standing
}
