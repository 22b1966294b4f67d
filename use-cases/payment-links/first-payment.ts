import { findAnswered } from '#db/idempotency.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { oneOf } from '#db/functions.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import { keyOf } from './pay.ts'

/** The payment that was requested with this key, for 72 hours, and the answer to it. */
export async function findRequested(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  payable: Payable,
  key: string,
): Promise<{ readonly id: TransactionId; readonly answer: string } | undefined> {
  const found = await findAnswered(onPool(pool), keyring, keyOf(payable, key))
  return found && { id: asId<TransactionId>(found.madeId), answer: found.body }
}

/** The latest payment of it by this number that is under way or has succeeded. */
export async function findByNumber(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Payable, 'id'>,
  phone: string,
): Promise<TransactionId | undefined> {
  return (await onPool(pool).first(byNumber({ id, phone })))?.id
}

const byNumber = prepared((p: Params<Record<'id' | 'phone', string>>) =>
  db
    .selectFrom('transaction')
    .select('id')
    .where('phone', '=', p.phone)
    .where((eb) => eb(p.id, 'in', [eb.ref('paymentLinkId'), eb.ref('checkoutId')]))
    .where((eb) => oneOf(eb.ref('status'), ['pending', 'succeeded']))
    .orderBy('createdAt', 'desc')
    .limit(1),
)
