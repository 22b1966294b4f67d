import Type from 'typebox'
import { asId, type CashSessionId } from '#domain/ids.ts'
import { listCashSessions } from '#use-cases/cash-sessions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { cursorParameter, limitParameter } from '#http/fields.ts'
import { page, timeAndId, timePosition } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentCashSession } from '#api/present/cash-session.ts'
import { cashSession as cashSessionSchema } from '#api/schemas/terminals.ts'
import { terminalParams, visibleTerminal } from '#api/terminals/fields.ts'
import { sessionScope } from './fields.ts'

/** The sessions of a terminal, newest first; a terminal key sees those it opened within 24 hours. */
export function listCashSessionsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id/sessions',
    keys: ['secret', 'terminal'],
    summary: 'Lister les sessions de caisse d’un terminal',
    answer: { object: cashSessionSchema, isList: true },
    params: terminalParams,
    query: Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
    }),
    async handler({ caller, params, query }) {
      await visibleTerminal(context, caller, params)
      const body = await page(context, {
        place: { list: 'cash_sessions', scope: `${caller.apiKeyId} ${params.id}` },
        asked: query,
        read({ limit, after }) {
          const at = timeAndId(after)
          return listCashSessions(context.database, sessionScope(caller, params), {
            limit,
            ...(at && { position: { openedAt: at.createdAt, id: asId<CashSessionId>(at.id) } }),
          })
        },
        positionOf: ({ openedAt, id }) => timePosition(openedAt, id),
        present: (row) => presentCashSession(row, null),
      })
      return { body }
    },
  })
}
