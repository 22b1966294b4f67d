export type SettlementState = 'waiting' | 'done' | 'refused' | 'withdrawn'

export const settlementStates: readonly SettlementState[] = [
  'waiting',
  'done',
  'refused',
  'withdrawn',
]

/** Whose money settles it: the merchant's, or what is kept for the payer of a late debit. */
export type Counterpart = 'available' | 'to_refund'

/** The account that a contradicted order is settled with: that of a late debit, and of its refunds, is not the merchant's. */
export function counterpartOf({ isLate }: { readonly isLate: boolean }): Counterpart {
  return isLate ? 'to_refund' : 'available'
}

/** What the owner and the service have of it, in minor units. */
export interface Bearable {
  /** What its owner still has of the payment; null if that is no limit. */
  readonly held: bigint | null
  /** What the service has borne so far: of the payment that is taken back, or of this order alone. */
  readonly lost: bigint
  /** What a bank kept of a transfer that it sent back: the merchant gets that too, from the service. */
  readonly kept: bigint
}

/**
 * The least that the service bears of what is open, in minor units: what its owner no longer has of the payment is not
 * taken from them a second time, and what a bank kept is not theirs to bear. Negative if it makes good an earlier loss of
 * the service on this payment.
 */
export function leastWrittenOff(open: bigint, { held, lost, kept }: Bearable): bigint {
  if (open > 0n && kept > 0n) return kept
  if (open > 0n) return -(open < lost ? open : lost)
  if (held === null) return 0n
  const owner = held > 0n ? held : 0n
  return -open > owner ? -open - owner : 0n
}

/** The most that it may bear: all that is to be recovered. */
export function mostWrittenOff(open: bigint, bearable: Bearable): bigint {
  return open < 0n ? -open : leastWrittenOff(open, bearable)
}

export type Direction = 'to_recover' | 'owed'

/** What is to be recovered is a debit of the account `contradicted`, and so negative. */
export function directionOf(amount: bigint): Direction {
  return amount < 0n ? 'to_recover' : 'owed'
}
