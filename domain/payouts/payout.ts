import { isBankCode } from '#domain/operators/operators.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'

/** The clearing account that a payout leaves from: the operator's, or the bank's. */
export function clearingOf(provider: string): 'operator_clearing' | 'bank_clearing' {
  return isBankCode(provider) ? 'bank_clearing' : 'operator_clearing'
}

/**
 * What an operator said of a payout, as its end: paid, or failed. An order that ran out of time at the operator was not
 * carried out, and nobody's approval was missing.
 */
export function payoutOutcome(outcome: Outcome): Outcome {
  if (outcome.status === 'succeeded' || outcome.status === 'failed') return outcome
  const { providerReference } = outcome
  return { status: 'failed', failureCode: 'operator_error', providerReference }
}
