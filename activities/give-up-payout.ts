import { isFinal } from '#domain/transactions/transaction.ts'
import { claimRequest } from '#use-cases/transactions/request-sent.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import type { TransactionInput } from '#workflows/contract.ts'
import type { Settled, Undecided } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/**
 * Fails a payout that never left: from here on nobody else may send it, which is claimed as for a send. One that has, or may
 * have, left meanwhile is followed instead.
 */
export async function giveUpPayout(
  { database, outbox }: ActivityDependencies,
  { transactionId }: TransactionInput,
): Promise<Settled | Undecided> {
  const before = await readTransaction(database, transactionId)
  if (isFinal(before.status)) return { state: 'settled', status: before.status }
  if ((await claimRequest(database, transactionId)) !== 'claimed') return { state: 'undecided' }
  const outcome = {
    status: 'failed',
    failureCode: 'operator_unavailable',
    providerReference: null,
  } as const
  const end = await settleTransaction(database, outbox, { transactionId, outcome, before })
  return { state: 'settled', status: end }
}
