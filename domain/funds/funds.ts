import {
  isEnd,
  type MoveTable,
  openStatesOf,
  sourcesOf,
  statesOf,
  targetsOf,
} from '#domain/states/moves.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'

/** What staff orders about funds: receipt is confirmed, verified funds are released, or kept for good. */
export type FundsAct = 'confirm' | 'release' | 'withhold'

/** What moves funds: the settlement, the service's delay, and what staff orders. */
export type FundsCause = 'settle' | 'wait_over' | FundsAct

/** The one table of the moves of a payment's funds; the database refuses any other as well. */
export const fundsMoves: MoveTable<FundsStatus, FundsCause> = {
  name: 'payment’s funds',
  moves: [
    { from: null, to: 'available', causes: { settle: 'operator' } },
    { from: null, to: 'pending', causes: { settle: 'operator' } },
    {
      from: null,
      to: 'pending_confirmation',
      causes: { settle: 'operator' },
      event: 'funds.held',
    },
    { from: null, to: 'held', causes: { settle: 'operator' }, event: 'funds.held' },
    {
      from: 'pending',
      to: 'available',
      causes: { wait_over: 'timer' },
      posting: 'funds_made_available',
    },
    {
      from: 'pending_confirmation',
      to: 'available',
      causes: { confirm: 'staff' },
      event: 'funds.released',
      posting: 'funds_made_available',
    },
    {
      from: 'held',
      to: 'available',
      causes: { release: 'staff' },
      event: 'funds.released',
      posting: 'funds_made_available',
    },
    { from: 'held', to: 'withheld', causes: { withhold: 'staff' }, posting: 'funds_withheld' },
  ],
}

export const fundsStatuses: readonly FundsStatus[] = statesOf(fundsMoves)

/** Those of funds that will move on. */
export const openFundsStatuses: readonly FundsStatus[] = openStatesOf(fundsMoves)

/** Those of funds that wait for the staff's word. */
export const fundsForStaff: readonly FundsStatus[] = [
  ...sourcesOf(fundsMoves, 'release'),
  ...sourcesOf(fundsMoves, 'confirm'),
]

/** Where funds that stand there go by this act; undefined where it is not allowed. */
export function fundsAfter(act: FundsAct, from: FundsStatus): FundsStatus | undefined {
  return targetsOf(fundsMoves, from, act)[0]
}

/** True once funds stay where they are. */
export function isFundsFinal(status: FundsStatus): boolean {
  return isEnd(fundsMoves, status)
}

/** Why funds were held, as funds.held and funds.released say it; undefined where nobody was told that they were. */
export function heldReason(
  status: FundsStatus | null,
): 'verification' | 'collection_confirmation' | undefined {
  if (status === 'held') return 'verification'
  return status === 'pending_confirmation' ? 'collection_confirmation' : undefined
}
