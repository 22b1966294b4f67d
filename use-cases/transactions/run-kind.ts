import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

/** The kind of run of a transaction. */
export function runKindOf({ type, paymentMethod }: TransactionRecord): WorkflowKind {
  if (type === 'collection') return 'collection'
  return paymentMethod.type === 'bank_transfer' ? 'bank-transfer' : 'payout'
}
