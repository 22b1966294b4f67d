import Type from 'typebox'
import { asId, type ReconciliationId } from '#domain/ids.ts'
import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import { type Difference, listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, limitDefault, textField } from '#http/fields.ts'
import { page } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentDifference } from '#api/present/reconciliation.ts'
import { difference } from '#api/schemas/reconciliation.ts'
import { queueParameters } from '#api/staff/queue.ts'

const states = { open: 'open', closed: 'closed', all: undefined } as const

/** In what statements and books differ, the oldest first: what is open, unless another state is asked for. */
export function listDifferencesRoute({ database, cursors }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/differences',
    keys: { staff: 'queues.view' },
    summary: 'Lister les écarts entre relevés et transactions',
    answer: { object: difference, isList: true },
    query: Type.Object({
      ...queueParameters,
      reconciliation_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
      provider: Type.Optional(textField('invalid_parameter', { min: 1, max: 40 })),
      kind: Type.Optional(choiceField('invalid_parameter', differenceKinds)),
      state: Type.Optional(choiceField('invalid_parameter', ['open', 'closed', 'all'])),
    }),
    async handler({ query, caller }) {
      const { limit = limitDefault, cursor, reconciliation_id: id, provider, kind } = query
      const { state = 'open' } = query
      const list = `differences ${[id, provider, kind, state].join(' ')}`
      const place = { list, scope: caller.person.id }
      const [after] = cursor === undefined ? [] : cursors.decode(place, cursor)
      const rows = await listDifferences(database, {
        reconciliationId: id === undefined ? undefined : asId<ReconciliationId>(id),
        provider,
        kind,
        state: states[state],
        limit: limit + 1,
        after,
      })
      return {
        body: page<Difference>({
          rows,
          limit,
          cursors,
          place,
          positionOf: ({ position }) => [position],
          present: presentDifference,
        }),
      }
    },
  })
}
