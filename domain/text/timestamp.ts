import { startOfUtcDay } from './local-day.ts'

const shape = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+ -]\d{2}:\d{2}))?$/i

/**
 * Parses ISO 8601: a day (its first instant in UTC), or a day and time with `Z` or an offset. Null for anything else,
 * including a day that does not exist, or a time that is in no year from 0000 to 9999 in UTC. A space counts as `+`,
 * because query strings turn one into the other.
 */
export function parseTimestamp(text: string): Date | null {
  const [, day] = shape.exec(text) ?? []
  if (day === undefined || startOfUtcDay(day) === undefined) return null
  const date = new Date(text.replace(' ', '+').toUpperCase())
  return isInFourDigits(date) ? date : null
}

/** An offset may lead out of the years that answers, and our own statements, can write. */
function isInFourDigits(date: Date): boolean {
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999
}
