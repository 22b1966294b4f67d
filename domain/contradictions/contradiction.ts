import type { RefundOrigin } from '#domain/refunds/refund.ts'

export type SettlementState = 'waiting' | 'done' | 'refused' | 'withdrawn'

export const settlementStates: readonly SettlementState[] = [
  'waiting',
  'done',
  'refused',
  'withdrawn',
]

/** Whose money settles it: the merchant's, or what is kept for the payer of a late debit. */
export type Counterpart = 'available' | 'to_refund'

/** The account that a contradicted payout (null), or a contradicted refund of this origin, is settled with. */
export function counterpartOf(origin: RefundOrigin | null): Counterpart {
  return origin === 'service' ? 'to_refund' : 'available'
}

export type Direction = 'to_recover' | 'owed'

/** What is to be recovered is a debit of the account `contradicted`, and so negative. */
export function directionOf(amount: bigint): Direction {
  return amount < 0n ? 'to_recover' : 'owed'
}
