import Type from 'typebox'
import { receiptWidths } from '#domain/text/printed.ts'
import { findCashSession } from '#use-cases/cash-sessions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { cashSession as cashSessionSchema } from '#api/schemas/terminals.ts'
import { visibleTerminal } from '#api/terminals/fields.ts'
import { cashSessionParams, sessionIdOf, sessionScope, sessionWithReport } from './fields.ts'

/** One session with its totals so far; with `width`, its report for a printer as well. */
export function readCashSession(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id/sessions/:session_id',
    keys: ['secret', 'terminal'],
    summary: 'Lire une session de caisse',
    answer: { object: cashSessionSchema },
    params: cashSessionParams,
    query: Type.Object({
      width: Type.Optional(Type.Integer({ code: 'invalid_parameter', enum: [...receiptWidths] })),
    }),
    async handler({ caller, params, query }) {
      await visibleTerminal(context, caller, params)
      const scope = sessionScope(caller, params)
      const session = await findCashSession(context.database, scope, sessionIdOf(params))
      const { width } = query
      return { body: { data: await sessionWithReport(context, caller, { session, width }) } }
    },
  })
}
