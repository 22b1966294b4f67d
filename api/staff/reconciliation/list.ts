import Type from 'typebox'
import { listReconciliations } from '#use-cases/reconciliation/find.ts'
import type { ApiContext } from '#http/context.ts'
import { textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentReconciliation } from '#api/present/reconciliation.ts'
import { reconciliation } from '#api/schemas/reconciliation.ts'
import { queuePage, queueParameters } from '#api/staff/queue.ts'

/** The statements that were imported, the latest first. */
export function listReconciliationsRoute(context: ApiContext) {
  const { database, runUrl } = context
  return route({
    method: 'GET',
    path: '/staff/api/reconciliations',
    keys: { staff: 'queues.view' },
    summary: 'Lister les rapprochements',
    answer: { object: reconciliation, isList: true },
    query: Type.Object({
      ...queueParameters,
      provider: Type.Optional(textField('invalid_parameter', { min: 1, max: 40 })),
    }),
    async handler({ query, caller }) {
      const { provider } = query
      const body = await queuePage(context, {
        list: `reconciliations ${provider ?? ''}`,
        caller,
        asked: query,
        read: (page) => listReconciliations(database, { ...page, provider }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentReconciliation(row, runUrl('reconciliation', row.id)),
      })
      return { body }
    },
  })
}
