import Type from 'typebox'
import { asId, type TerminalId } from '#domain/ids.ts'
import { listTerminals } from '#use-cases/terminals/find.ts'
import type { ApiContext } from '#http/context.ts'
import { cursorParameter, limitParameter } from '#http/fields.ts'
import { page, timeAndId, timePosition } from '#http/page.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'

/** The terminals of the service in the key's mode, newest first. */
export function listTerminalsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals',
    keys: ['secret'],
    summary: 'Lister les terminaux',
    answer: { object: terminalSchema, isList: true },
    query: Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
    }),
    async handler({ caller, query }) {
      const body = await page(context, {
        place: { list: 'terminals', scope: caller.serviceEnvId },
        asked: query,
        read({ limit, after }) {
          const at = timeAndId(after)
          return listTerminals(context.database, caller.serviceEnvId, {
            limit,
            ...(at && { position: { ...at, id: asId<TerminalId>(at.id) } }),
          })
        },
        positionOf: ({ createdAt, id }) => timePosition(createdAt, id),
        present: presentTerminal,
      })
      return { body }
    },
  })
}
