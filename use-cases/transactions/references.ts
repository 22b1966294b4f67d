import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The merchant's references of these payments. */
export async function referencesOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).all(references({ serviceEnvId, ids }))
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}

const references = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; ids: readonly TransactionId[] }>) =>
    db
      .selectFrom('transaction')
      .select(['id', 'reference'])
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('id', '=', anyOf(p.ids)),
)
