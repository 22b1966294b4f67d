const shape =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+ -]\d{2}:\d{2}))?$/

/**
 * A moment written in ISO 8601: a day (its first instant in UTC), or a day and time with `Z` or an offset. Null for
 * anything else, a day that no calendar has included. A space stands for `+`, as a query string makes of it.
 */
export function parseTimestamp(text: string): Date | null {
  const [, day] = shape.exec(text) ?? []
  if (day === undefined || !isDayOfCalendar(day)) return null
  const date = new Date(text.replace(' ', '+'))
  return Number.isNaN(date.getTime()) ? null : date
}

/** Date alone reads 31 February as 3 March. */
function isDayOfCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
