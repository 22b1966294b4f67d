import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { mayCancelTransfer } from '#domain/transfers/transfer.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { idParameter } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { cancelTransfer } from '#use-cases/transfers/orders.ts'
import { scopeOf } from './read.ts'

/** Calls back a bank transfer that nobody has taken yet; all else is cannot_cancel. */
export function cancelTransactionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/transactions/:id/cancel',
    keys: ['secret'],
    summary: 'Annuler un virement bancaire',
    answer: { object: transactionSchema },
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    async handler({ caller, params }) {
      const id = asId<TransactionId>(params.id)
      const found = await findTransaction(context.database, scopeOf(caller), id)
      if (found === undefined) throw fail('transaction_not_found')
      // What can no longer be is refused though Temporal be away; what still may be is decided by the run alone.
      if (!found.transfer || !mayCancelTransfer(found.transfer.state)) throw fail('cannot_cancel')
      const cancelled = await cancelTransfer(context, id)
      return { body: { data: presentTransaction(cancelled, caller.kind) } }
    },
  })
}
