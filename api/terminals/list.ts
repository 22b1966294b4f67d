import Type from 'typebox'
import { asId, type TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import { listTerminals } from '#use-cases/terminals/find.ts'
import type { ApiContext } from '#http/context.ts'
import { cursorParameter, limitDefault, limitParameter } from '#http/fields.ts'
import { page } from '#http/page.ts'
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
      const limit = query.limit ?? limitDefault
      const place = { list: 'terminals', scope: caller.serviceEnvId }
      const [createdAt = '', id = ''] =
        query.cursor === undefined ? [] : context.cursors.decode(place, query.cursor)
      const rows = await listTerminals(context.database, caller.serviceEnvId, {
        limit: limit + 1,
        ...(id !== '' && {
          position: { createdAt: new Date(createdAt), id: asId<TerminalId>(id) },
        }),
      })
      return {
        body: page<TerminalRecord>({
          rows,
          limit,
          cursors: context.cursors,
          place,
          positionOf: (row) => [row.createdAt.toISOString(), row.id],
          present: presentTerminal,
        }),
      }
    },
  })
}
