import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** What is kept for payers who were debited after their payment at this service had ended, in minor units. */
export async function readOwedToPayers(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<bigint> {
  return (await onPool(pool).only(owed({ serviceEnvId }))).sum
}

const owed = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('ledgerAccount as a')
    .innerJoin('ledgerEntry as e', 'e.accountId', 'a.id')
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .select(sql<bigint>`coalesce(sum(${column('ledgerEntry.amount', 'e')}), 0)::bigint`.as('sum'))
    .where('a.kind', '=', 'to_refund')
    .where('m.serviceEnvId', '=', p.serviceEnvId),
)
