import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams } from './fields.ts'

/** Enables a disabled terminal: its key opens again what it did. Twice is once. */
export function enableTerminal(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/enable',
    keys: ['secret'],
    summary: 'Réactiver un terminal',
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const terminal = await setTerminalState(context.database, placeOf(caller, params), true)
      return { body: { data: presentTerminal(terminal) } }
    },
  })
}
