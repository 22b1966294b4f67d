import { keyKinds } from '#domain/transactions/transaction.ts'
import { readGrounds } from '#use-cases/pricing/terms.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentPlace } from '#api/present/terminal.ts'
import { session as sessionSchema } from '#api/schemas/objects.ts'

/** Tells the caller what its key is (docs/api.md#keys). */
export function readSession(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/session',
    keys: keyKinds,
    summary: 'Identifier la clé utilisée',
    about: {
      name: 'getSession',
      title: 'Find out who calls',
      text: 'Returns the kind of the key, its mode and its service: a good first call.',
    },
    answer: { object: sessionSchema },
    async handler({ caller }) {
      const { terms, origin } = await readGrounds(context.database, caller)
      const data = {
        object: 'session',
        id: caller.apiKeyId,
        key_type: caller.kind,
        mode: caller.mode,
        channel: caller.channel,
        service: {
          id: terms.serviceId,
          name: terms.serviceName,
          public_name: terms.servicePublicName,
          currency: terms.serviceCurrency,
        },
        terminal: origin.terminal && presentPlace(origin.terminal),
        collaborator: origin.operator,
      }
      return { body: { data } }
    },
  })
}
