import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { WorkflowKind } from '#workflows/contract.ts'

/** Which kind of run a transaction has. */
export function runKindOf({ type, paymentMethod }: TransactionRecord): WorkflowKind {
  if (type === 'collection') return 'collection'
  return paymentMethod.type === 'bank_transfer' ? 'bank-transfer' : 'payout'
}
