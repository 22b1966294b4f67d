import { checkoutMoves, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import type { CheckoutId, TransactionId } from '#domain/ids.ts'
import { sourcesOf } from '#domain/states/moves.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'
import { readStanding, type Standing, standing } from './read-standing.ts'

/**
 * Gives an open checkout to a payment that is about to be recorded. If its time is over, it expires instead, by the
 * database's clock, which readers see too. Safe to repeat; one that is not open stays as it is.
 */
export async function beginCheckoutPayment(
  database: Database,
  id: CheckoutId,
  transactionId: TransactionId,
): Promise<Standing> {
  const books = onPool(database.pool)
  const given = (await books.first(begin({ id, transactionId }))) ?? (await readStanding(books, id))
  await database.wake.announce([id])
  return given
}

const begin = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .updateTable('checkout')
    .set({
      status: sql<CheckoutStatus>`case when ${column('checkout.expiresAt')} > now() then 'processing' else 'expired' end`,
      paymentId: sql<TransactionId>`case when ${column('checkout.expiresAt')} > now() then ${p.transactionId}::uuid end`,
      completedAt: sql<Date>`case when ${column('checkout.expiresAt')} > now() then null else now() end`,
    })
    .where('id', '=', p.id)
    .where('status', 'in', sourcesOf(checkoutMoves, 'begin_payment'))
    .returning(standing),
)
