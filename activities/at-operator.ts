import { activityInfo } from '@temporalio/activity'
import { findServed, type Served } from '#use-cases/operators/find-served.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { operatorQueues, type RefundInput, type TransactionInput } from '#workflows/contract.ts'
import type { Elsewhere } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'

/**
 * An activity at an operator. A live operator is an external system, and no workflow task is held open for it: the
 * local activity does nothing and returns the operator's queue instead.
 */
export function atOperator<Input extends TransactionInput | RefundInput, Output>(
  dependencies: ActivityDependencies,
  step: (dependencies: ActivityDependencies, input: Input) => Promise<Output>,
): (input: Input) => Promise<Output | Elsewhere> {
  return async (input) => {
    const served = await findServed(dependencies.database, input)
    const elsewhere = served && elsewhereOf(served)
    if (elsewhere === undefined || !activityInfo().isLocal) return step(dependencies, input)
    return elsewhere
  }
}

/** The same for a payment, which is read once and passed on. */
export function paymentAtOperator<Input extends TransactionInput, Output>(
  dependencies: ActivityDependencies,
  step: (
    dependencies: ActivityDependencies,
    input: Input,
    transaction: TransactionRecord,
  ) => Promise<Output>,
): (input: Input) => Promise<Output | Elsewhere> {
  return async (input) => {
    const transaction = await readTransaction(dependencies.database, input.transactionId)
    const elsewhere = elsewhereOf(transaction)
    if (elsewhere === undefined || !activityInfo().isLocal) {
      return step(dependencies, input, transaction)
    }
    return elsewhere
  }
}

function elsewhereOf({ mode, provider, serviceEnvId }: Served): Elsewhere | undefined {
  if (mode !== 'live' || !Object.hasOwn(operatorQueues, provider)) return undefined
  const queue = operatorQueues[provider as keyof typeof operatorQueues]
  return { state: 'elsewhere', queue, fairnessKey: serviceEnvId }
}
