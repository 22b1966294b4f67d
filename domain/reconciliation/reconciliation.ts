import type { Money } from '#domain/money/money.ts'
import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'

/** What an operator may be ordered to do: debit a payer, pay somebody, refund a payer. */
export type OrderKind = 'collection' | 'payout' | 'refund'
export const orderKinds: readonly OrderKind[] = ['collection', 'payout', 'refund']

/** The outcome of an order on a statement; pending ones are on no statement. */
export type StatementStatus = 'succeeded' | 'failed' | 'reversed'
export const statementStatuses: readonly StatementStatus[] = ['succeeded', 'failed', 'reversed']

/** The state of a reconciliation: first its lines are matched, then orders that are on no line are searched. */
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
 * The clocks of an operator and ours are never this far apart. A line may lie this far outside its period, and what
 * ended in the last minutes of a period is expected on that statement or on the next.
 */
export const edgeMs = 15 * 60_000

const daysMax = 31
const dayMs = 86_400_000

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

/** True for a day that has begun: there is no statement of tomorrow yet. */
export function hasBegun(day: string, now: Date): boolean {
  return day <= localDay(now)
}

/** An order according to a line. */
export interface ToldOrder {
  readonly status: StatementStatus
  readonly amount: Money
}

/** The same order according to the database: its money moved, certainly did not, or nobody knows yet. */
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
