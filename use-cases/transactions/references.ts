import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** The merchant's references of these payments. */
export async function referencesOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).rows<{ id: TransactionId; reference: string }>(
    'select id, reference from transaction where service_env_id = $1 and id = any($2::uuid[])',
    [serviceEnvId, ids],
  )
  return new Map(rows.map(({ id, reference }) => [id, reference]))
}
