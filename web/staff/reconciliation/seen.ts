import type { Difference } from '#use-cases/reconciliation/list-differences.ts'

/** What decides about a difference, as its page showed it. */
export function differenceSeen({ closed }: Pick<Difference, 'closed'>): string {
  return closed === null ? 'open' : 'closed'
}
