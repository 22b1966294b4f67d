import { asId, type ReconciliationId } from '#domain/ids.ts'
import { readReconciliation } from '#use-cases/reconciliation/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentReconciliation } from '#api/present/reconciliation.ts'
import { reconciliation } from '#api/schemas/reconciliation.ts'
import { reconciliationParams } from '#api/staff/fields.ts'

/** How far one is, and what it found. Refusal: reconciliation_not_found. */
export function readReconciliationRoute({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/reconciliations/:id',
    keys: { staff: 'queues.view' },
    summary: 'Suivre un rapprochement',
    answer: { object: reconciliation },
    params: reconciliationParams,
    async handler({ params }) {
      const id = asId<ReconciliationId>(params.id)
      const found = await readReconciliation(database, id)
      return { body: { data: presentReconciliation(found, runUrl('reconciliation', id)) } }
    },
  })
}
