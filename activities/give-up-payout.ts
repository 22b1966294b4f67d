import { settleUnsent } from '#use-cases/transactions/settle.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Settled, Undecided } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/**
 * Fails a payout that was never sent. The same statement checks this, so a slow worker that returns after another has
 * sent the payout changes nothing. A payout that was or may have been sent is followed instead.
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
