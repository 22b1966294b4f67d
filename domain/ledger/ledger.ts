import type { ClosingVerdict } from '#domain/closings/closing.ts'
import type { Counterpart } from '#domain/contradictions/contradiction.ts'
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
  /**
   * The difference between a verdict of staff and the operator's later answer: negative while we have to recover it.
   */
  | 'contradicted'
  /** What the service bore of contradictions: negative, and less so once some of it is made good. */
  | 'written_off'
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
 * The account that funds are booked to. Sandbox has no confirmation to wait for: such funds are booked as available,
 * and only their status differs (docs/money-and-ledger.md#balance).
 */
export function accountOfFunds({ mode, status }: Funds): FundsStatus {
  return mode === 'sandbox' && status === 'pending_confirmation' ? 'available' : status
}

/** A paid collection: the operator owes what it debited; merchant, fees and exchange share it. */
export function collectionSettled(amounts: CollectedAmounts, funds: Funds): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: -amounts.charged },
    { account: accountOfFunds(funds), amount: amounts.net },
    { account: 'fees', amount: amounts.fees },
    { account: 'exchange', amount: amounts.exchange },
  ])
}

/** Money debited after its collection had ended: owed to the payer in full, until staff refunds it. */
export function lateOutcomeBooked(charged: bigint): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: -charged },
    { account: 'to_refund', amount: charged },
  ])
}

/** An accepted payout: its amount and fee are reserved, and nothing else can spend them. */
export function payoutReserved(charged: bigint): Entry[] {
  return balanced([
    { account: 'available', amount: -charged },
    { account: 'reserved', amount: charged },
  ])
}

/** A payout that was not made: its amount and fee are available to the merchant again. */
export function payoutReturned(charged: bigint): Entry[] {
  return balanced([
    { account: 'reserved', amount: -charged },
    { account: 'available', amount: charged },
  ])
}

/** A payout that was made: an operator or a bank paid it from what it holds for us. */
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

/** The balance that a merchant brings along when it joins. */
export function openingBalance(amount: bigint): Entry[] {
  return balanced([
    { account: 'opening_balances', amount: -amount },
    { account: 'available', amount },
  ])
}

/** Moves funds of a payment to the account of their new status; nothing moves if it is the same account. */
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
  /** The part taken from the account of the payment's funds; the rest is from `available`. */
  readonly ofFunds: bigint
  readonly funds: Funds
}

/** A requested refund: its money is reserved until it is paid or returns. */
export function refundReserved({ amount, ofFunds, funds }: RefundShares): Entry[] {
  return balanced([
    ...sharesOf({ amount: -amount, ofFunds: -ofFunds, funds }),
    { account: 'reserved', amount },
  ])
}

/** A refund that was not paid: its money returns to the account where the payment's funds are now. */
export function refundReturned({ amount, ofFunds, funds }: RefundShares): Entry[] {
  return balanced([
    { account: 'reserved', amount: -amount },
    ...sharesOf({ amount, ofFunds, funds }),
  ])
}

/** The operator paid the payer back: it owes us less, and the money leaves the account where it was kept. */
export function refundPaid(amount: bigint, keptIn: 'reserved' | 'to_refund'): Entry[] {
  return balanced([
    { account: keptIn, amount: -amount },
    { account: 'operator_clearing', amount },
  ])
}

/**
 * The operator contradicted a staff verdict on a payout or refund, or a bank sent a transfer back: what it owes us is
 * corrected, and the merchant's or payer's difference is kept apart until people settle it.
 */
export function closingContradicted(
  verdict: ClosingVerdict,
  { net, fees }: Pick<CollectedAmounts, 'net' | 'fees'>,
  clearing: 'operator_clearing' | 'bank_clearing' = 'operator_clearing',
): Entry[] {
  if (verdict === 'not_paid') {
    return balanced([
      { account: clearing, amount: net },
      { account: 'contradicted', amount: -net },
    ])
  }
  return balanced([
    { account: clearing, amount: -net },
    { account: 'fees', amount: -fees },
    { account: 'contradicted', amount: net + fees },
  ])
}

/** A later word of the operator: what the one before it moved, moves back. */
export function movedBack(entries: readonly Entry[]): Entry[] {
  return balanced(entries.map(({ account, amount }) => ({ account, amount: -amount })))
}

/** How people settle a contradiction. */
export interface SettledShares {
  /** What is kept apart of it: negative if it is to be recovered. */
  readonly open: bigint
  /** What the service bears of it; negative if an earlier loss is made good. */
  readonly writtenOff: bigint
  readonly counterpart: Counterpart
  /** The part taken from the account of the payment's funds, negative if it returns there; none if they are null. */
  readonly ofFunds: bigint
  readonly funds: Funds | null
}

/** People settled a contradiction: what is kept apart of it goes to its owner, or is taken from them, or from the service. */
export function contradictionSettled(shares: SettledShares): Entry[] {
  const { open, writtenOff, counterpart, ofFunds, funds } = shares
  const amount = open + writtenOff
  return balanced([
    { account: 'contradicted', amount: -open },
    { account: 'written_off', amount: -writtenOff },
    ...(funds === null
      ? [{ account: counterpart, amount }]
      : sharesOf({ amount, ofFunds: -ofFunds, funds })),
  ])
}

/**
 * The operator says that it has not debited a payment that succeeded, or gave it back: it owes us less, nothing was earned,
 * and what the merchant got is kept apart until people recover it.
 */
export function collectionTakenBack({ charged, net, fees, exchange }: CollectedAmounts): Entry[] {
  return balanced([
    { account: 'operator_clearing', amount: charged },
    { account: 'contradicted', amount: -net },
    { account: 'fees', amount: -fees },
    { account: 'exchange', amount: -exchange },
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

/** Drops zero entries, and refuses a movement that would create or lose money. */
function balanced(entries: readonly Entry[]): Entry[] {
  const sum = entries.reduce((total, entry) => total + entry.amount, 0n)
  if (sum !== 0n) throw new RangeError(`a movement must sum to zero, not ${sum}`)
  return entries.filter((entry) => entry.amount !== 0n)
}
