import type { CheckoutStanding } from '#workflows/contract/results.ts'
import type { CheckoutId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** The columns, for a statement that reads or writes a checkout. */
export const standing = [
  'status',
  'paymentId',
  sql<boolean>`${column('checkout.paymentId')} is not null
    and ${column('checkout.paymentId')} is not distinct from ${column('checkout.transactionId')}`.as(
    'isRecorded',
  ),
  sql<number>`extract(epoch from ${column('checkout.expiresAt')} - now())::float8 * 1000`.as(
    'leftMs',
  ),
] as const

/** Reads it inside this transaction. */
export function readStanding(tx: Sql, id: CheckoutId): Promise<CheckoutStanding> {
  return tx.only(byId({ id }))
}

/** The same for the checkout's run, with what its desk has come to. */
export function lookAtStanding(
  { pool }: Pick<Database, 'pool'>,
  id: CheckoutId,
): Promise<CheckoutStanding> {
  return onPool(pool).only(withDesk({ id }))
}

const byId = prepared((p: Params<{ id: CheckoutId }>) =>
  db.selectFrom('checkout').select(standing).where('id', '=', p.id),
)

const withDesk = prepared((p: Params<{ id: CheckoutId }>) =>
  db
    .selectFrom('checkout')
    .select(standing)
    .select((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('cashSession as s')
              .select('s.id')
              .whereRef('s.id', '=', 'checkout.cashSessionId')
              .where('s.closedAt', 'is not', null),
          ),
          eb.exists(
            eb
              .selectFrom('terminal as t')
              .select('t.id')
              .whereRef('t.id', '=', 'checkout.terminalId')
              .where('t.deletedAt', 'is not', null),
          ),
        ])
        .$castTo<boolean>()
        .as('isDeskClosed'),
    )
    .where('id', '=', p.id),
)
