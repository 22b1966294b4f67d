import { deleteTerminal } from '#use-cases/terminals/delete.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { deletedTerminal as deletedTerminalSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams } from './fields.ts'

/** Deletes a terminal for good, with its key and its sessions' tokens. */
export function deleteTerminalRoute(context: ApiContext) {
  return route({
    method: 'DELETE',
    path: '/v2/terminals/:id',
    keys: ['secret'],
    summary: 'Supprimer un terminal',
    answer: { object: deletedTerminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const place = placeOf(caller, params)
      await deleteTerminal(context.database, place, 'secret')
      return { body: { data: { id: place.id, object: 'terminal', deleted: true } } }
    },
  })
}
