import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'

/** The names of these terminals and links of a service, by their ids. */
export async function readSellerNames(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await onPool(pool).all(names({ serviceEnvId, ids }))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const names = prepared((p: Params<{ serviceEnvId: ServiceEnvId; ids: readonly string[] }>) =>
  db
    .selectFrom('terminal')
    .select([sql<string>`id::text`.as('id'), 'label as name'])
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where(sql<boolean>`id = any(${p.ids}::uuid[])`)
    .unionAll(
      db
        .selectFrom('paymentLink')
        .select([sql<string>`id::text`.as('id'), 'title as name'])
        .where('serviceEnvId', '=', p.serviceEnvId)
        .where(sql<boolean>`id = any(${p.ids}::uuid[])`),
    ),
)
