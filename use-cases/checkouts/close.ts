import type { CheckoutEnd } from '#domain/checkouts/checkout.ts'
import type { CheckoutId } from '#domain/ids.ts'
import { readStanding, type Standing } from './read-standing.ts'
import type { Database } from '#db/connect.ts'
import { inTransaction } from '#db/sql.ts'

/**
 * Ends a checkout that nobody is paying; one whose time is over has expired, and is not cancelled any more. Safe to
 * repeat; one that is not open stays as it is.
 */
export async function closeCheckout(
  database: Database,
  id: CheckoutId,
  end: Exclude<CheckoutEnd, 'succeeded'>,
): Promise<Standing> {
  const standing = await inTransaction(database.pool, async (sql) => {
    await sql.rows(
      `update checkout set completed_at = now(),
         status = case when $2 = 'cancelled' and expires_at > now() then 'cancelled' else 'expired' end,
         cancelled_at = case when $2 = 'cancelled' and expires_at > now() then now() end
       where id = $1 and status = 'open'`,
      [id, end],
    )
    return readStanding(sql, id)
  })
  await database.wake.announce([id])
  return standing
}
