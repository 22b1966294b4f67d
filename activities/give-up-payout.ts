import { settleUnsent } from '#use-cases/transactions/settle.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Settled, Undecided } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/**
 * Fails a payout that never left, in the statement that sees that it did not: a worker that was slow, and comes back after
 * another has sent it, gives nothing up. One that has, or may have, left is followed instead.
 */
export async function giveUpPayout(
  { database, outbox }: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<Settled | Undecided> {
  const outcome = {
    status: 'failed',
    failureCode: 'operator_unavailable',
    providerReference: null,
  } as const
  const status = await settleUnsent(database, outbox, { transactionId, outcome })
  return status === undefined ? { state: 'undecided' } : { state: 'settled', status }
}
