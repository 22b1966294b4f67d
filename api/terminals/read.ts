import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { terminalParams, visibleTerminal } from './fields.ts'

/** One terminal; a terminal key reads its own. */
export function readTerminal(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/terminals/:id',
    keys: ['secret', 'terminal'],
    summary: 'Lire un terminal',
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      return { body: { data: presentTerminal(await visibleTerminal(context, caller, params)) } }
    },
  })
}
