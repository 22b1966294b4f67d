import { regenerateTerminal } from '#use-cases/terminals/regenerate.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentTerminal } from '#api/present/terminal.ts'
import { terminal as terminalSchema } from '#api/schemas/terminals.ts'
import { placeOf, terminalParams } from './fields.ts'

/** Revokes a terminal's key at once; the new activation code is in this answer alone. */
export function regenerateTerminalRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/terminals/:id/regenerate',
    keys: ['secret'],
    summary: 'Révoquer la clé d’un terminal et obtenir un nouveau code d’activation',
    answer: { object: terminalSchema },
    params: terminalParams,
    async handler({ caller, params }) {
      const { terminal, activationCode } = await regenerateTerminal(
        context.database,
        placeOf(caller, params),
      )
      return { body: { data: { ...presentTerminal(terminal), activation_code: activationCode } } }
    },
  })
}
