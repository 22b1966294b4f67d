import type { ErrorCode } from '#domain/errors/errors.ts'
import { type Due, lastDue, nextDue, type Timetable, timesAMonth } from './timetable.ts'

/** The amount of each payout. Minor units of XOF. */
export interface StandingAmount {
  /** Null for everything available. */
  readonly amount: bigint | null
  /** When everything available is paid: what stays on the balance. */
  readonly floor: bigint
  /** When everything available is paid: the maximum; null for none. */
  readonly most: bigint | null
}

/** The state of a standing order. It is derived, not stored. */
export type StandingOrderState = 'awaiting_approval' | 'active' | 'paused' | 'ended'

/** What its state is derived from. */
export interface StandingFacts {
  readonly needsApproval: boolean
  readonly approvedBy: string | null
  readonly pausedAt: Date | null
  readonly endedAt: Date | null
}

/** Derives the state: an ended order stays ended, and nothing is paid while it is paused or lacks an approval. */
export function stateOf(order: StandingFacts): StandingOrderState {
  if (order.endedAt !== null) return 'ended'
  if (order.pausedAt !== null) return 'paused'
  return order.needsApproval && order.approvedBy === null ? 'awaiting_approval' : 'active'
}

/** The result of one day: due, made into a payout, refused by a rule, or nothing to send. */
export type StandingDayState = 'due' | 'sent' | 'refused' | 'skipped'

/** Why the service pauses an order by itself; somebody must resolve it. */
export const pausingReasons = ['maker_gone', 'account_gone'] as const
export type PausingReason = (typeof pausingReasons)[number]

/** Refusals after which trying again the next day makes no sense. */
export const accountGoneCodes: readonly ErrorCode[] = ['recipient_not_authorized']

/** The most standing orders of a service that have not ended. */
export const standingOrdersMax = 20
export const standingNameLengthMax = 60

/** A day missed by more than this is skipped; the next one is paid. */
export const lateMaxMs = 259_200_000
/** How long after its time an order waits for an operator that is unavailable. */
export const patienceMs = 43_200_000
/** The pause between two attempts. */
export const askAgainMs = 900_000

/** The day to pay now, if any: due since the order is in force, and not too long ago. */
export function dueNow(
  timetable: Timetable,
  { activeSince, now }: { readonly activeSince: Date; readonly now: Date },
): Due | undefined {
  const due = lastDue(timetable, now)
  const isOurs = due.at.getTime() >= activeSince.getTime()
  return isOurs && now.getTime() - due.at.getTime() <= lateMaxMs ? due : undefined
}

/** When it pays next: a day for which something was sent is not paid again, though its hour was put later. */
export function comesNext(
  timetable: Timetable,
  { now, sentDay }: { readonly now: Date; readonly sentDay: string | null },
): Date {
  const next = nextDue(timetable, now)
  const isSent = sentDay !== null && next.day <= sentDay
  return isSent ? nextDue(timetable, next.at).at : next.at
}

/** The most that may be paid in a month; null if there is no limit. */
export function monthTotal({ amount, most }: StandingAmount, { rhythm }: Timetable): bigint | null {
  const each = amount ?? most
  return each === null ? null : each * BigInt(timesAMonth[rhythm])
}

/**
 * True if a second person must agree: there is no limit, or within a month more may be paid than one person may send
 * alone, together with the service's other orders that only one person has approved.
 */
export function needsSecondPerson(
  { month, unseen }: { readonly month: bigint | null; readonly unseen: bigint },
  approvalAbove: bigint,
): boolean {
  return month === null || month + unseen > approvalAbove
}
