const shape =
  /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+ -]\d{2}:\d{2}))?$/

/**
 * Parses ISO 8601: a day (its first instant in UTC), or a day and time with `Z` or an offset. Null for anything else,
 * including a day that does not exist. A space counts as `+`, because query strings turn one into the other.
 */
export function parseTimestamp(text: string): Date | null {
  const [, day] = shape.exec(text) ?? []
  if (day === undefined || !isDayOfCalendar(day)) return null
  const date = new Date(text.replace(' ', '+'))
  return Number.isNaN(date.getTime()) ? null : date
}

/** `Date` would read 31 February as 3 March. */
function isDayOfCalendar(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
