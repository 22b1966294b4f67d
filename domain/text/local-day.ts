/** Local time of the main market, UTC+1 all year (docs/api.md#general-rules). */
const offsetMs = 3_600_000
export const dayMs = 86_400_000

/** Days of the main market, both included: `2025-03-03`. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** A moment whose UTC reads as the time in the main market. */
export function toLocal(time: Date): Date {
  return new Date(time.getTime() + offsetMs)
}

/** The day of a moment in the main market: `2025-03-03`. */
export function localDay(time: Date): string {
  return toLocal(time).toISOString().slice(0, 10)
}

/** The hour and minute of a moment in the main market: `14:05`. */
export function localClock(time: Date): string {
  return toLocal(time).toISOString().slice(11, 16)
}

/** Its first moment; undefined for a text that is not a calendar day. */
export function startOfLocalDay(day: string): Date | undefined {
  const start = startOfUtcDay(day)
  return start && new Date(start.getTime() - offsetMs)
}

/** The same in UTC. `Date` would read 31 February as 3 March. */
export function startOfUtcDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const isOfCalendar = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
  return isOfCalendar ? start : undefined
}

/** The day this many days later, or earlier if negative. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** All days of a month (`2026-02`). */
export function daysOfMonth(month: string): Days {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0))
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

/** How many days these are. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
}

/** Each of them, oldest first. */
export function eachDay(days: Days): string[] {
  return Array.from({ length: countDays(days) }, (_, at) => plusDays(days.from, at))
}
