import type { TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { type Params, prepared } from '#db/statements.ts'
import { owned, type Scoped } from './queue.ts'

/** Whose a transaction is, and how it stands at the operator. */
export interface Whereabouts extends Scoped {
  /** When an outcome came after the end. */
  readonly lateOutcomeAt: Date | null
}

/** Whose this transaction is. Undefined: nobody's. */
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
