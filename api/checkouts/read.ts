import Type from 'typebox'
import { type CheckoutRecord, isCheckoutOver } from '#domain/checkouts/checkout.ts'
import type { ApiContext } from '#http/context.ts'
import { waitParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { waitHeaders, waitSecondsMax } from '#http/wait.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { checkoutData } from './data.ts'
import { checkoutKeys, checkoutParams, visibleCheckout } from './fields.ts'

/**
 * Reads a QR code; with `wait`, after its next change if that comes in time
 * (docs/checkouts-and-terminals.md#checkouts).
 */
export function readCheckoutRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/checkouts/:id',
    keys: checkoutKeys,
    summary: 'Lire un code QR de caisse',
    answer: { object: checkoutSchema },
    params: checkoutParams,
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    async handler({ caller, params, query, signal }) {
      const find = (): Promise<CheckoutRecord> => visibleCheckout(context, caller, params.id)
      let found = await find()
      if (isCheckoutOver(found.status) || query.wait === undefined) {
        return { body: { data: await checkoutData(context, caller, found) } }
      }
      const before = found
      const waited = await context.waits.run(
        { key: caller.apiKeyId, seconds: query.wait, signal },
        (ended) =>
          context.database.wake.wait(before.id, {
            timeoutMs: waitSecondsMax * 1000,
            signal: ended,
            isOver: async () => (await find()).status !== before.status,
          }),
      )
      if (waited === 'waited') found = await find()
      return {
        body: { data: await checkoutData(context, caller, found) },
        headers: waitHeaders(waited),
      }
    },
  })
}
