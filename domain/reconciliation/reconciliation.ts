import type { Money } from '#domain/money/money.ts'
import { dayMs, localDay, startOfLocalDay } from '#domain/text/local-day.ts'

/** Orders that an operator can get: debit a payer, pay somebody, refund a payer. */
export type OrderKind = 'collection' | 'payout' | 'refund'
export const orderKinds: readonly OrderKind[] = ['collection', 'payout', 'refund']

/** The outcome of an order on a statement; pending orders appear on none. */
export type StatementStatus = 'succeeded' | 'failed' | 'reversed'
export const statementStatuses: readonly StatementStatus[] = ['succeeded', 'failed', 'reversed']

/** The state of a reconciliation: first its lines are matched, then orders without a line are searched. */
export type ReconciliationState = 'matching' | 'searching' | 'done'

/** How a statement and the database can differ. */
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
 * The most that our clock and an operator's can differ. A line may lie this far outside its period, and what ended in
 * the last minutes of a period may be on this statement or on the next.
 */
export const edgeMs = 15 * 60_000

const daysMax = 31

/** Days of the main market, first and last included. */
export interface StatementPeriod {
  readonly from: string
  readonly to: string
}

/** Start and end of a period; undefined for days that are invalid, in the wrong order or too many. */
export function boundsOf({ from, to }: StatementPeriod): { start: Date; end: Date } | undefined {
  const [start, last] = [startOfLocalDay(from), startOfLocalDay(to)]
  if (start === undefined || last === undefined) return undefined
  const end = new Date(last.getTime() + dayMs)
  const days = (end.getTime() - start.getTime()) / dayMs
  return days >= 1 && days <= daysMax ? { start, end } : undefined
}

/** True for a day that has begun: tomorrow has no statement yet. */
export function hasBegun(day: string, now: Date): boolean {
  return day <= localDay(now)
}

/** An order as a line reports it. */
export interface ToldOrder {
  readonly status: StatementStatus
  readonly amount: Money
}

/** The same order in the database: its money moved, certainly did not move, or its outcome is unknown. */
export interface KnownOrder {
  readonly standing: 'moved' | 'still' | 'open'
  readonly amount: Money
}

/** The difference of a line; null if both sides agree. `isRepeated`: an earlier line already had it. */
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
