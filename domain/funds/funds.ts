import {
  type MoveTable,
  openStatesOf,
  sourcesOf,
  statesOf,
  targetsOf,
} from '#domain/states/moves.ts'
import type { FundsStatus } from '#domain/transactions/transaction.ts'

/** What staff can do with funds: hold them, confirm receipt, release held funds, or withhold them for good. */
export type FundsAct = 'hold' | 'confirm' | 'release' | 'withhold'

/** What moves funds: the settlement, the service's availability delay, and staff. */
export type FundsCause = 'settle' | 'wait_over' | FundsAct

/** The one table of the moves of a payment's funds; the database enforces the same moves. */
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
    ...(['pending', 'available'] as const).map((from) => ({
      from,
      to: 'held' as const,
      causes: { hold: 'staff' as const },
      event: 'funds.held' as const,
      posting: 'funds_held' as const,
    })),
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
      // A posting of its own, because funds held by staff may have become available once before.
      posting: 'funds_released',
    },
    { from: 'held', to: 'withheld', causes: { withhold: 'staff' }, posting: 'funds_withheld' },
  ],
}

export const fundsStatuses: readonly FundsStatus[] = statesOf(fundsMoves)

/**
 * States from which funds will move on, by time or by a decision; available funds move only if somebody holds them.
 */
export const openFundsStatuses: readonly FundsStatus[] = openStatesOf(fundsMoves).filter(
  (status) => status !== 'available',
)

/** Funds that wait for a decision of staff. */
export const fundsForStaff: readonly FundsStatus[] = [
  ...sourcesOf(fundsMoves, 'release'),
  ...sourcesOf(fundsMoves, 'confirm'),
]

/** The state of funds after this action; undefined if it is not allowed. */
export function fundsAfter(act: FundsAct, from: FundsStatus): FundsStatus | undefined {
  return targetsOf(fundsMoves, from, act)[0]
}

/** True once funds stay where they are, unless somebody holds them. */
export function isFundsFinal(status: FundsStatus): boolean {
  return !openFundsStatuses.includes(status)
}

/**
 * Why funds were held, as in funds.held and funds.released; undefined in a status that merchants are not told about.
 */
export function heldReason(
  status: FundsStatus | null,
): 'verification' | 'collection_confirmation' | undefined {
  if (status === 'held') return 'verification'
  return status === 'pending_confirmation' ? 'collection_confirmation' : undefined
}
