import Type from 'typebox'
import { asId, type TransactionId } from '#domain/ids.ts'
import { paymentsOf } from '#use-cases/payment-links/payables.ts'
import type { ApiContext } from '#http/context.ts'
import { waitParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { readAnswer } from '#api/transactions/read.ts'
import { findLink } from '#use-cases/payment-links/link.ts'
import { linkTransactionParams } from './params.ts'

/** Reads a payment of a link, whatever became of the link since; with `wait`, its final status if that comes in time. */
export function readLinkTransaction(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/transactions/:transaction',
    keys: 'none',
    summary: 'Lire un paiement d’un lien',
    answer: { object: transactionSchema },
    params: linkTransactionParams,
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    async handler({ params, query, signal }) {
      const payable = await findLink(context, params.id)
      return readAnswer(context, {
        id: asId<TransactionId>(params.transaction),
        scope: paymentsOf(payable),
        reader: 'none',
        // There is no key to count waits by, and payers of one link do not wait for each other.
        waitKey: params.transaction,
        waitSeconds: query.wait,
        signal,
      })
    },
  })
}
