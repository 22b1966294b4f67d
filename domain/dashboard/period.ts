import type { Result } from '#domain/errors/result.ts'
import {
  countDays,
  type Days,
  localDay,
  plusDays,
  startOfLocalDay,
} from '#domain/text/local-day.ts'

/** Named periods. */
export const periodNames = ['today', 'yesterday', 'week', 'thirty', 'month', 'last_month'] as const
export type PeriodName = (typeof periodNames)[number]

/** A range of days, and an equally long one before it for comparison. */
export interface Period {
  readonly name: PeriodName | 'range'
  readonly days: Days
  readonly before: Days
}

/** Errors in a range that somebody typed. */
export type RangeFault = 'no_day' | 'reversed' | 'not_yet' | 'too_long'

/** The maximum length of a range: a year. */
const rangeDaysMax = 366

/** The period of this name at this time: all but yesterday and last month end today. */
export function periodOf(name: PeriodName, now: Date): Period {
  const today = localDay(now)
  if (name === 'last_month') return lastMonth(today)
  const first: Readonly<Record<Exclude<PeriodName, 'last_month'>, string>> = {
    today,
    yesterday: plusDays(today, -1),
    week: plusDays(today, -6),
    thirty: plusDays(today, -29),
    month: firstOfMonth(today),
  }
  const days = { from: first[name], to: name === 'yesterday' ? first.yesterday : today }
  return { name, days, before: name === 'month' ? monthBefore(days) : justBefore(days) }
}

/** The days between two dates, both included; future days are left out. */
export function rangeOf({ from, to }: Days, now: Date): Result<Period, RangeFault> {
  if (!startOfLocalDay(from) || !startOfLocalDay(to)) return { ok: false, code: 'no_day' }
  if (to < from) return { ok: false, code: 'reversed' }
  const today = localDay(now)
  if (from > today) return { ok: false, code: 'not_yet' }
  const days = { from, to: to > today ? today : to }
  if (countDays({ from, to }) > rangeDaysMax) return { ok: false, code: 'too_long' }
  return { ok: true, value: { name: 'range', days, before: justBefore(days) } }
}

function justBefore(days: Days): Days {
  return { from: plusDays(days.from, -countDays(days)), to: plusDays(days.from, -1) }
}

/** The whole month before today's, and the whole one before that. */
function lastMonth(today: string): Period {
  const days = monthUpTo(plusDays(firstOfMonth(today), -1))
  return { name: 'last_month', days, before: monthUpTo(plusDays(days.from, -1)) }
}

function monthUpTo(day: string): Days {
  return { from: firstOfMonth(day), to: day }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** The previous month up to the same day, or to its end if it is shorter. */
function monthBefore({ from, to }: Days): Days {
  const last = plusDays(from, -1)
  const first = firstOfMonth(last)
  const same = plusDays(first, countDays({ from, to }) - 1)
  return { from: first, to: same > last ? last : same }
}
