import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { findWhereabouts } from '#use-cases/desk/whereabouts.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { runKindOf } from '#use-cases/transactions/run-kind.ts'
import type { ApiContext } from '#http/context.ts'
import { presentStaffTransaction } from '#api/present/staff-context.ts'
import { staffTransaction } from '#api/schemas/staff.ts'
import { readRoute } from '#api/staff/desk-route.ts'
import { transactionParams } from '#api/staff/fields.ts'

/**
 * A payment of any merchant in either mode, payer masked, with the URL of its run. Refusal: transaction_not_found.
 */
export function readStaffTransaction({ database, runUrl }: ApiContext) {
  return readRoute({
    path: '/staff/api/transactions/:id',
    permission: 'merchants.view',
    summary: 'Lire une transaction',
    answer: staffTransaction,
    params: transactionParams,
    async read(text) {
      const id = asId<TransactionId>(text)
      const whereabouts = await findWhereabouts(database, id)
      if (whereabouts === undefined) throw fail('transaction_not_found')
      const transaction = await readTransaction(database, id)
      const run = { whereabouts, runUrl: runUrl(runKindOf(transaction), id) }
      return presentStaffTransaction(transaction, run)
    },
  })
}
