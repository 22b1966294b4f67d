import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { takenBack } from '#use-cases/refunds/find.ts'

/** Whether the payer was debited after this payment had ended, and the operator has not denied it since. */
export async function wasDebitedLate(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<boolean> {
  return (await onPool(pool).first(lateDebit({ id }))) !== undefined
}

const lateDebit = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transaction as t')
    .select('t.id')
    .where('t.id', '=', p.id)
    .where('t.lateOutcomeAt', 'is not', null)
    .where((eb) => eb.not(eb.exists(takenBack(eb.ref('t.id'))))),
)
