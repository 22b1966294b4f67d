import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { FundsStatus, Mode } from '#domain/transactions/transaction.ts'

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
  /** Between the staff's word on an end and the operator's later one: negative while we have to get it back. */
  | 'contradicted'
  | 'opening_balances'
export type AccountKind = MerchantAccountKind | PlatformAccountKind

/** One line of a movement: credits are positive, debits negative, minor units of XOF. */
export interface Entry {
  readonly account: AccountKind
  readonly amount: bigint
}

export interface CollectedAmounts {
  readonly charged: bigint
  readonly net: bigint
  readonly fees: bigint
  readonly exchange: bigint
}

/** Funds of a payment, in the mode of its service. */
export interface Funds {
  readonly mode: Mode
  readonly status: FundsStatus
}

/**
 * Where funds are booked. In sandbox nothing is withheld until a confirmation: what would be is available, and the status
 * alone tells it (docs/money-and-ledger.md#balance).
 */
export function accountOfFunds({ mode, status }: Funds): FundsStatus {
  return mode === 'sandbox' && status === 'pending_confirmation' ? 'available' : status
}

/** A paid collection: the operator owes what it debited; the merchant, the fees and the exchange share it. */
export function collectionSettled(amounts: CollectedAmounts, funds: Funds): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: -amounts.charged },
    { account: accountOfFunds(funds), amount: amounts.net },
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

/** A payout accepted: its amount and fee wait apart, and nothing else can spend them. */
export function payoutReserved(charged: bigint): Entry[] {
  return balanced([
    { account: 'available', amount: -charged },
    { account: 'reserved', amount: charged },
  ])
}

/** A payout that was not made: its amount and fee are the merchant's to spend again. */
export function payoutReturned(charged: bigint): Entry[] {
  return balanced([
    { account: 'reserved', amount: -charged },
    { account: 'available', amount: charged },
  ])
}

/** A payout made: an operator or a bank paid it out of what it holds for us. */
export function payoutSettled(
  amounts: Pick<CollectedAmounts, 'charged' | 'net' | 'fees'>,
  clearing: 'operator_clearing' | 'bank_clearing',
): Entry[] {
  return balanced([
    { account: 'reserved', amount: -amounts.charged },
    { account: clearing, amount: amounts.net },
    { account: 'fees', amount: amounts.fees },
  ])
}

/** What a merchant has when it joins, brought from elsewhere. */
export function openingBalance(amount: bigint): Entry[] {
  return balanced([
    { account: 'opening_balances', amount: -amount },
    { account: 'available', amount },
  ])
}

/** Funds of a payment go where they stand from now on; nothing moves where they are booked there already. */
export function fundsMoved(from: Funds, to: FundsStatus, amount: bigint): Entry[] {
  const account = accountOfFunds({ ...from, status: to })
  if (account === accountOfFunds(from)) return []
  return balanced([
    { account: accountOfFunds(from), amount: -amount },
    { account, amount },
  ])
}

/** What a refund takes, or took, from a merchant. */
export interface RefundShares {
  readonly amount: bigint
  /** The part of it from the account where the payment's funds are booked; the rest is from `available`. */
  readonly ofFunds: bigint
  readonly funds: Funds
}

/** A refund was requested: its money is out of reach until it is paid or comes back. */
export function refundReserved({ amount, ofFunds, funds }: RefundShares): Entry[] {
  return balanced([
    ...sharesOf({ amount: -amount, ofFunds: -ofFunds, funds }),
    { account: 'reserved', amount },
  ])
}

/** A refund ended without being paid: its money returns to where the payment's funds stand by now. */
export function refundReturned({ amount, ofFunds, funds }: RefundShares): Entry[] {
  return balanced([
    { account: 'reserved', amount: -amount },
    ...sharesOf({ amount, ofFunds, funds }),
  ])
}

/** The operator paid the payer back: it owes us less, and the money leaves where it was kept. */
export function refundPaid(amount: bigint, keptIn: 'reserved' | 'to_refund'): Entry[] {
  return balanced([
    { account: keptIn, amount: -amount },
    { account: 'operator_clearing', amount },
  ])
}

/**
 * The operator said otherwise after the staff had closed a payout or refund: what it owes us is put right, and what
 * the merchant or the payer has, or has not, against it is kept apart until people have settled it.
 */
export function closingContradicted(
  verdict: ClosingVerdict,
  { net, fees }: Pick<CollectedAmounts, 'net' | 'fees'>,
): Entry[] {
  if (verdict === 'not_paid') {
    return balanced([
      { account: 'operator_clearing', amount: net },
      { account: 'contradicted', amount: -net },
    ])
  }
  return balanced([
    { account: 'operator_clearing', amount: -net },
    { account: 'fees', amount: -fees },
    { account: 'contradicted', amount: net + fees },
  ])
}

function sharesOf({ amount, ofFunds, funds }: RefundShares): Entry[] {
  const account = accountOfFunds(funds)
  if (account === 'available') return [{ account, amount }]
  return [
    { account, amount: ofFunds },
    { account: 'available', amount: amount - ofFunds },
  ]
}

/** Drops empty lines, and refuses a movement that makes or loses money. */
function balanced(entries: readonly Entry[]): Entry[] {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n)
  if (sum !== 0n) throw new RangeError(`a movement must sum to zero, not ${sum}`)
  return entries.filter((entry) => entry.amount !== 0n)
}
