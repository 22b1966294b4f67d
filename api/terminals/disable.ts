import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams } from './fields.ts'

/** Disables a terminal: its key and its sessions' tokens open nothing at once. Twice is once. */
export function disableTerminal(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/disable',
    keys: ['secret'],
    summary: 'Désactiver un terminal',
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const terminal = await setTerminalState(context.database, placeOf(caller, params), false)
      return { body: { data: presentTerminal(terminal) } }
    },
  })
}
