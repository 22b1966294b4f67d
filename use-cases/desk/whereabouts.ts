import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { owned, type Scoped } from './queue.ts'

/** The owner of a transaction, and its state at the operator. */
export interface Whereabouts extends Scoped {
  /** When an outcome arrived after the end. */
  readonly lateOutcomeAt: Date | null
}

/** The owner and operator state of this transaction. Undefined if there is none. */
export function findWhereabouts(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<Whereabouts | undefined> {
  return onPool(pool).first(whereabouts({ id }))
}

const whereabouts = prepared((p: Params<{ id: TransactionId }>) =>
  owned
    .innerJoin('transaction as t', 't.serviceEnvId', 'e.id')
    .select('t.lateOutcomeAt')
    .where('t.id', '=', p.id),
)
