import type { RateDecision } from './dependencies.ts'

/** Whose requests a limit counts. */
export type LimitName = 'address' | 'key'

const windowSeconds = 60

/** What a limit says of itself in every answer that it counted (docs/api.md#headers). */
export function limitHeaders(
  name: LimitName,
  { max, left, retryAfterSeconds }: RateDecision,
): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${left};t=${Math.ceil(retryAfterSeconds)}`,
  }
}
