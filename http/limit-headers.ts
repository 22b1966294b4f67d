import type { RateDecision } from './dependencies.ts'

/** What a limit is counted by. */
export type LimitName = 'address' | 'key'

const windowSeconds = 60

/** The state of a limit, sent with every answer that it counted (docs/api.md#headers). */
export function limitHeaders(
  name: LimitName,
  { max, left, retryAfterSeconds }: RateDecision,
): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${left};t=${Math.ceil(retryAfterSeconds)}`,
  }
}
