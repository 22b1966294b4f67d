import Type from 'typebox'
import { asId, type ReconciliationId } from '#domain/ids.ts'
import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import { confirmLineAct } from '#use-cases/reconciliation/confirm.ts'
import {
  closeDifferenceAct,
  importStatementAct,
  statementBytesMax,
} from '#use-cases/reconciliation/desk-acts.ts'
import {
  listReconciliations,
  readReconciliation,
  type Reconciliation,
} from '#use-cases/reconciliation/find.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, textField } from '#http/fields.ts'
import type { Route } from '#http/route.ts'
import { presentDifference, presentReconciliation } from '#api/present/reconciliation.ts'
import { difference, reconciliation } from '#api/schemas/reconciliation.ts'
import { actRoute, listRoute, made, queueRoute, readRoute } from '#api/staff/desk-route.ts'

const path = '/staff/api/reconciliations'
const provider = Type.Optional(textField('invalid_parameter', { min: 1, max: 40 }))

/** Statements of operators: their import and progress. */
export function reconciliationRoutes(context: ApiContext): readonly Route[] {
  const { database, runUrl } = context
  const present = (row: Reconciliation) =>
    presentReconciliation(row, runUrl('reconciliation', row.id))
  return [
    actRoute(context, {
      path,
      summary: 'Importer un relevé d’opérateur (CSV) et le rapprocher des transactions',
      answer: reconciliation,
      bodyBytesMax: statementBytesMax,
      act: importStatementAct,
      present: async ({ id }) => present(await readReconciliation(database, id)),
      made: made(path),
    }),
    queueRoute(context, {
      path,
      summary: 'Lister les rapprochements',
      answer: reconciliation,
      filters: { provider },
      list: (asked) => `reconciliations ${asked.provider ?? ''}`,
      read: (page, asked) => listReconciliations(database, { ...page, provider: asked.provider }),
      at: ({ createdAt }) => createdAt,
      present,
    }),
    readRoute({
      path: `${path}/:id`,
      summary: 'Suivre un rapprochement',
      answer: reconciliation,
      params: Type.Object({ id: idParameter('reconciliation_not_found') }),
      read: async (id) => present(await readReconciliation(database, asId<ReconciliationId>(id))),
    }),
    ...differenceRoutes(context),
  ]
}

const states = { open: 'open', closed: 'closed', all: undefined } as const

/** Differences between statements and the ledger, oldest first: open ones by default, or those in another state. */
function differenceRoutes(context: ApiContext): readonly Route[] {
  return [
    listRoute(context, {
      path: '/staff/api/differences',
      summary: 'Lister les écarts entre relevés et transactions',
      answer: difference,
      filters: {
        reconciliation_id: Type.Optional(
          Type.String({ code: 'invalid_parameter', format: 'uuid' }),
        ),
        provider,
        kind: Type.Optional(choiceField('invalid_parameter', differenceKinds)),
        state: Type.Optional(choiceField('invalid_parameter', ['open', 'closed', 'all'])),
      },
      list: ({ reconciliation_id: id, state = 'open', ...asked }) =>
        `differences ${[id, asked.provider, asked.kind, state].join(' ')}`,
      read: ({ limit, after }, { reconciliation_id: id, state = 'open', ...asked }) =>
        listDifferences(context.database, {
          reconciliationId: id === undefined ? undefined : asId<ReconciliationId>(id),
          provider: asked.provider,
          kind: asked.kind,
          state: states[state],
          limit,
          after: after?.[0],
        }),
      positionOf: ({ position }) => [position],
      present: presentDifference,
    }),
    actRoute(context, {
      path: '/staff/api/differences/:id/close',
      summary: 'Clore un écart, avec son motif',
      answer: difference,
      params: Type.Object({ id: idParameter('difference_not_found') }),
      act: closeDifferenceAct,
      present: presentDifference,
    }),
    actRoute(context, {
      path: '/staff/api/differences/:id/confirm',
      summary: 'Confirmer une ligne que nos livres contredisent (deux superviseurs)',
      answer: difference,
      params: Type.Object({ id: idParameter('difference_not_found') }),
      act: confirmLineAct,
      present: presentDifference,
    }),
  ]
}
