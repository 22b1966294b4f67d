import type { FundsAtSettlement } from './transaction.ts'

/** Accounts of a service environment: what the service owes the merchant. None goes below zero. */
export type MerchantAccountKind =
  | 'available'
  | 'pending'
  | 'pending_confirmation'
  | 'held'
  | 'withheld'
  | 'reserved'
/** Accounts of the platform; a clearing account is negative while an operator or a bank owes us money. */
export type PlatformAccountKind =
  | 'fees'
  | 'exchange'
  | 'operator_clearing'
  | 'bank_clearing'
  | 'to_refund'
export type AccountKind = MerchantAccountKind | PlatformAccountKind

/** One line of a movement: credits are positive, debits negative, minor units of XOF. */
export interface Entry {
  readonly account: AccountKind
  readonly amount: bigint
}

/** Why money moved; one movement of a kind at most for a transaction, so a repeat books nothing. */
export type MovementKind = 'collection_settled' | 'late_outcome_booked'

export interface CollectedAmounts {
  readonly charged: bigint
  readonly net: bigint
  readonly fees: bigint
  readonly exchange: bigint
}

/** A paid collection: the operator owes what it debited; the merchant, the fees and the exchange share it. */
export function collectionSettled(amounts: CollectedAmounts, funds: FundsAtSettlement): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: -amounts.charged },
    { account: funds, amount: amounts.net },
    { account: 'fees', amount: amounts.fees },
    { account: 'exchange', amount: amounts.exchange },
  ])
}

/** Money debited after its collection had ended: kept whole for the payer, until staff refunds it. */
export function lateOutcomeBooked(charged: bigint): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: -charged },
    { account: 'to_refund', amount: charged },
  ])
}

/** Drops empty lines, and refuses a movement that makes or loses money. */
function balanced(entries: readonly Entry[]): Entry[] {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n)
  if (sum !== 0n) throw new RangeError(`a movement must sum to zero, not ${sum}`)
  return entries.filter((entry) => entry.amount !== 0n)
}
