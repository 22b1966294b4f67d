/** Local time of the main market, UTC+1 all year (docs/api.md#general-rules). */
const offsetMs = 3_600_000
const dayMs = 86_400_000

/** The day of a moment in the main market: `2025-03-03`. */
export function localDay(time: Date): string {
  return new Date(time.getTime() + offsetMs).toISOString().slice(0, 10)
}

/** Its first moment; undefined for a text that is no day of the calendar. */
export function startOfLocalDay(day: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const isOfCalendar = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
  return isOfCalendar ? new Date(start.getTime() - offsetMs) : undefined
}

/** The last `count` days up to the one of this moment, the oldest first. */
export function lastLocalDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    localDay(new Date(now.getTime() - (count - 1 - at) * dayMs)),
  )
}
