import type { RateDecision } from './dependencies.ts'

/** What a limit is counted by. */
export type LimitName = 'address' | 'key'

const windowSeconds = 60

/** How long to wait for the next minute, in whole seconds: at least one, because none would ask again at once. */
export function waitSecondsOf({
  retryAfterSeconds,
}: Pick<RateDecision, 'retryAfterSeconds'>): number {
  return Math.max(1, Math.ceil(retryAfterSeconds))
}

/** The state of a limit, sent with every answer that it counted (docs/api.md#headers). */
export function limitHeaders(
  name: LimitName,
  { max, left, retryAfterSeconds }: RateDecision,
): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${name}";q=${max};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${left};t=${waitSecondsOf({ retryAfterSeconds })}`,
  }
}
