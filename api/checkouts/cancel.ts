import { fail } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { checkout as checkoutSchema } from '#api/schemas/checkout.ts'
import { checkoutData } from './data.ts'
import { checkoutKeys, checkoutParams, visibleCheckout } from './fields.ts'
import { orderCheckout } from '#use-cases/checkouts/hold.ts'

/** Takes an open QR code back; of a payer and the desk at once, its run lets one win. Again, it is as it was. */
export function cancelCheckoutRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/checkouts/:id/cancel',
    keys: checkoutKeys,
    summary: 'Annuler un code QR de caisse',
    answer: { object: checkoutSchema },
    params: checkoutParams,
    async handler({ caller, params }) {
      const before = await visibleCheckout(context, caller, params.id)
      if (before.status === 'open') {
        await orderCheckout(context, before.id, { name: 'cancelCheckout', input: {} })
      }
      const after = await visibleCheckout(context, caller, params.id)
      if (after.status !== 'cancelled') throw fail('checkout_not_cancellable')
      return { body: { data: await checkoutData(context, caller, after) } }
    },
  })
}
