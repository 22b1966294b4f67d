import { type CheckoutEnd, checkoutMoves, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CheckoutId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { readStanding, type Standing, standing } from './read-standing.ts'

/**
 * Ends a checkout that nobody is paying; one whose time is over has expired and can no longer be cancelled. Safe to
 * repeat; one that is not open stays as it is.
 */
export async function closeCheckout(
  database: Database,
  id: CheckoutId,
  end: Exclude<CheckoutEnd, 'succeeded'>,
): Promise<Standing> {
  const books = onPool(database.pool)
  const closed = await books.first(close({ id, isCancelled: end === 'cancelled' }))
  const stands = closed ?? (await readStanding(books, id))
  await database.wake.announce([id])
  return stands
}

const close = prepared((p: Params<{ id: CheckoutId; isCancelled: boolean }>) =>
  db
    .updateTable('checkout')
    .set({
      completedAt: now,
      status: sql<CheckoutStatus>`case when ${p.isCancelled} and ${column('checkout.expiresAt')} > now() then 'cancelled' else 'expired' end`,
      cancelledAt: sql<Date>`case when ${p.isCancelled} and ${column('checkout.expiresAt')} > now() then now() end`,
    })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(checkoutMoves, 'cancel'))
    .returning(standing),
)
