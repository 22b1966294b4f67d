import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { paymentsOf } from '#use-cases/payment-links/payables.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { makeReceipt, receiptQuery, widthErrors } from '#api/receipts/read.ts'
import { receipt as receiptSchema } from '#api/schemas/objects.ts'
import { findLink } from '#use-cases/payment-links/link.ts'
import { linkTransactionParams } from './params.ts'

/** The receipt of a successful payment of a link: full with its receipt token, else masked. */
export function readLinkReceipt(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/payment-links/:id/transactions/:transaction/receipt',
    keys: 'none',
    summary: 'Lire le reçu d’un paiement d’un lien',
    answer: { object: receiptSchema },
    params: linkTransactionParams,
    query: receiptQuery,
    checkFields: ({ query }) => widthErrors(query),
    async handler({ params, query }) {
      const payable = await findLink(context, params.id)
      const id = asId<TransactionId>(params.transaction)
      const transaction = await findTransaction(context.database, paymentsOf(payable), id)
      if (transaction === undefined) throw fail('transaction_not_found')
      return { body: { data: await makeReceipt(context, transaction, { query, reader: 'none' }) } }
    },
  })
}
