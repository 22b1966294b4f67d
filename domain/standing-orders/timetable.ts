import { dayMs, localDay, plusDays, startOfLocalDay } from '#domain/text/local-day.ts'

export type Rhythm = 'daily' | 'weekly' | 'monthly'

/** When something repeats, in the time of the main market. */
export interface Timetable {
  readonly rhythm: Rhythm
  /** Of the week, Monday is 1; of the month, the last day if the month is shorter; null if it repeats daily. */
  readonly day: number | null
  /** 0 to 23. */
  readonly hour: number
}

/** One occurrence: the day it counts for. */
export interface Due {
  readonly day: string
  readonly at: Date
}

/** The most occurrences in a month. */
export const timesAMonth: Readonly<Record<Rhythm, number>> = { daily: 31, weekly: 5, monthly: 1 }

/** Longer than any month, so the search in either direction finds an occurrence. */
const lookDays = 32

/** The latest occurrence so far. */
export function lastDue(timetable: Timetable, now: Date): Due {
  return search(timetable, { now, step: -1 })
}

/** The next occurrence. */
export function nextDue(timetable: Timetable, now: Date): Due {
  return search(timetable, { now, step: 1 })
}

function search(
  timetable: Timetable,
  { now, step }: { readonly now: Date; readonly step: 1 | -1 },
): Due {
  const today = localDay(now)
  for (let days = 0; days <= lookDays; days += 1) {
    const day = plusDays(today, days * step)
    if (!comesOn(timetable, day)) continue
    const due = { day, at: momentOf(day, timetable.hour) }
    const isToCome = due.at.getTime() > now.getTime()
    if (isToCome === (step === 1)) return due
  }
  throw new RangeError('a timetable without a time')
}

function comesOn({ rhythm, day: wanted }: Timetable, day: string): boolean {
  if (rhythm === 'daily') return true
  if (rhythm === 'weekly') return weekdayOf(day) === wanted
  const isLastDay = plusDays(day, 1).endsWith('-01')
  const inMonth = Number(day.slice(8))
  return inMonth === wanted || (isLastDay && inMonth < (wanted ?? 0))
}

/** Monday is 1, Sunday 7. */
function weekdayOf(day: string): number {
  return ((Math.floor(Date.parse(day) / dayMs) + 3) % 7) + 1
}

const hourMs = 3_600_000

function momentOf(day: string, hour: number): Date {
  const start = startOfLocalDay(day)
  if (start === undefined) throw new RangeError(`${day} is no day`)
  return new Date(start.getTime() + hour * hourMs)
}
