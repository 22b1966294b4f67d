import type { ServiceEnvId } from '#domain/ids.ts'
import { column, db, type Params, sql } from '#db/statements.ts'

/** What is kept for payers who were debited after their payment at this service had ended, in minor units. */
export function owedToPayers(p: Params<{ serviceEnvId: ServiceEnvId }>) {
  return db
    .selectFrom('ledgerAccount as a')
    .innerJoin('ledgerEntry as e', 'e.accountId', 'a.id')
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .select(sql<bigint>`coalesce(sum(${column('ledgerEntry.amount', 'e')}), 0)::bigint`.as('sum'))
    .where('a.kind', '=', 'to_refund')
    .where('m.serviceEnvId', '=', p.serviceEnvId)
}
