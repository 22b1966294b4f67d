import type { FundsStatus } from '#domain/transactions/transaction.ts'

/** What staff orders about funds: receipt is confirmed, verified funds are released, or kept for good. */
export type FundsAct = 'confirm' | 'release' | 'withhold'

const moves: Readonly<Record<FundsStatus, readonly FundsStatus[]>> = {
  pending: ['available'],
  pending_confirmation: ['available'],
  held: ['available', 'withheld'],
  available: [],
  withheld: [],
}

const acts: Readonly<Record<FundsAct, { readonly from: FundsStatus; readonly to: FundsStatus }>> = {
  confirm: { from: 'pending_confirmation', to: 'available' },
  release: { from: 'held', to: 'available' },
  withhold: { from: 'held', to: 'withheld' },
}

/** The one table of allowed moves; the database refuses any other as well. */
export function mayMoveFunds(from: FundsStatus, to: FundsStatus): boolean {
  return moves[from].includes(to)
}

/** Where funds that stand there go by this act; undefined where it is not allowed. */
export function fundsAfter(act: FundsAct, from: FundsStatus): FundsStatus | undefined {
  const { from: allowed, to } = acts[act]
  return from === allowed && mayMoveFunds(from, to) ? to : undefined
}

/** True once funds stay where they are. */
export function isFundsFinal(status: FundsStatus): boolean {
  return moves[status].length === 0
}

/** Why funds were held, as funds.held and funds.released say it; undefined where nobody was told that they were. */
export function heldReason(
  status: FundsStatus | null,
): 'verification' | 'collection_confirmation' | undefined {
  if (status === 'held') return 'verification'
  return status === 'pending_confirmation' ? 'collection_confirmation' : undefined
}
