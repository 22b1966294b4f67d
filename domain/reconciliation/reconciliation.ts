import type { Money } from '#domain/money/money.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'

/** What an operator may be asked to do: debit a payer, pay somebody out, pay a payer back. */
export type OrderKind = 'collection' | 'payout' | 'refund'
export const orderKinds: readonly OrderKind[] = ['collection', 'payout', 'refund']

/** What a statement says became of an order; one that is under way is on no statement. */
export type StatementStatus = 'succeeded' | 'failed' | 'reversed'
export const statementStatuses: readonly StatementStatus[] = ['succeeded', 'failed', 'reversed']

/** Where a reconciliation stands: its lines are matched, then what is on no line is searched for. */
export type ReconciliationState = 'matching' | 'searching' | 'done'

/** In what a statement and the books differ. */
export type DifferenceKind =
  | 'missing_here'
  | 'missing_there'
  | 'amount_differs'
  | 'status_differs'
  | 'duplicate'
export const differenceKinds: readonly DifferenceKind[] = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'status_differs',
  'duplicate',
]

/**
 * The clocks of an operator and ours are never this far apart. A line may lie so far outside of its period, and what ended
 * in the last minutes of a period is expected on that statement or on the next.
 */
export const edgeMs = 15 * 60_000

const daysMax = 31
const dayMs = 86_400_000

/** Days of the main market, the first and the last included. */
export interface StatementPeriod {
  readonly from: string
  readonly to: string
}

/** Where the period begins, and where it has ended; undefined for days that are none, in the wrong order or too many. */
export function boundsOf({ from, to }: StatementPeriod): { start: Date; end: Date } | undefined {
  const [start, last] = [startOfLocalDay(from), startOfLocalDay(to)]
  if (start === undefined || last === undefined) return undefined
  const end = new Date(last.getTime() + dayMs)
  const days = (end.getTime() - start.getTime()) / dayMs
  return days >= 1 && days <= daysMax ? { start, end } : undefined
}

/** True for a day that has begun: nobody has a statement of tomorrow. */
export function hasBegun(day: string, now: Date): boolean {
  return day <= localDay(now)
}

/** A line as the operator tells it. */
export interface ToldOrder {
  readonly status: StatementStatus
  readonly amount: Money
}

/** The same order in our books: its money moved, certainly did not, or nobody knows yet. */
export interface KnownOrder {
  readonly standing: 'moved' | 'still' | 'open'
  readonly amount: Money
}

/** What is wrong with a line; null where both sides say the same. `isRepeated`: an earlier line said it already. */
export function differenceOf(
  told: ToldOrder,
  known: KnownOrder | null,
  isRepeated: boolean,
): Exclude<DifferenceKind, 'missing_there'> | null {
  if (isRepeated) return 'duplicate'
  if (known === null) return 'missing_here'
  const hasMoved = told.status === 'succeeded'
  if (known.standing !== (hasMoved ? 'moved' : 'still')) return 'status_differs'
  return hasMoved && !isSame(told.amount, known.amount) ? 'amount_differs' : null
}

function isSame(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.minor === b.minor
}
