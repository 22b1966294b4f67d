import { isBankCode } from '#domain/operators/operators.ts'
import type { MoveTable } from '#domain/states/moves.ts'
import type { Outcome, TransactionStatus } from '#domain/transactions/transaction.ts'

/** What moves a Mobile Money payout. */
export type PayoutCause = 'request' | 'pay' | 'refuse' | 'give_up' | 'close_paid' | 'close_not_paid'

/**
 * The one table of its moves; the database enforces the same moves. It never ends by time alone: the money may have
 * left.
 */
export const payoutMoves: MoveTable<TransactionStatus, PayoutCause> = {
  name: 'payout',
  moves: [
    { from: null, to: 'pending', causes: { request: 'merchant' }, posting: 'payout_reserved' },
    {
      from: 'pending',
      to: 'succeeded',
      causes: { pay: 'operator', close_paid: 'staff' },
      event: 'withdrawal.success',
      posting: 'payout_settled',
    },
    {
      from: 'pending',
      to: 'failed',
      causes: { refuse: 'operator', give_up: 'timer', close_not_paid: 'staff' },
      event: 'withdrawal.failed',
      posting: 'payout_returned',
    },
  ],
}

/** The clearing account that a payout is paid from: the operator's, or the bank's. */
export function clearingOf(provider: string): 'operator_clearing' | 'bank_clearing' {
  return isBankCode(provider) ? 'bank_clearing' : 'operator_clearing'
}

/**
 * What an operator reported about a payout, as its end: paid, or failed. An order that timed out at the operator was
 * not carried out; no approval was missing.
 */
export function payoutOutcome(outcome: Outcome): Outcome {
  if (outcome.status === 'succeeded' || outcome.status === 'failed') return outcome
  const { providerReference } = outcome
  return { status: 'failed', failureCode: 'operator_error', providerReference }
}
