import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { findWhereabouts } from '#use-cases/desk/search.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffTransaction } from '#api/present/staff-context.ts'
import { staffTransaction } from '#api/schemas/staff.ts'
import { transactionParams } from '#api/staff/fields.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

/** Which kind of run a transaction has. */
export function runKindOf({ type, paymentMethod }: TransactionRecord): WorkflowKind {
  if (type === 'collection') return 'collection'
  return paymentMethod.type === 'bank_transfer' ? 'bank-transfer' : 'payout'
}

/** A payment of any merchant in either mode, its payer masked, with the way to its run. Refusal: transaction_not_found. */
export function readStaffTransaction({ database, runUrl }: ApiContext) {
  return route({
    method: 'GET',
    path: '/staff/api/transactions/:id',
    keys: { staff: 'merchants.view' },
    summary: 'Lire une transaction',
    answer: { object: staffTransaction },
    params: transactionParams,
    async handler({ params }) {
      const id = asId<TransactionId>(params.id)
      const whereabouts = await findWhereabouts(database, id)
      if (whereabouts === undefined) throw fail('transaction_not_found')
      const transaction = await readTransaction(database, id)
      const run = { whereabouts, runUrl: runUrl(runKindOf(transaction), id) }
      return { body: { data: presentStaffTransaction(transaction, run) } }
    },
  })
}
