import type { Violation } from '#test/support/invariants.ts'
import type { Evidence } from '#test/chaos/evidence.ts'

/** Promises that are kept or broken together, by the evidence they are judged by. */
export interface Check {
  /** Of the promises. */
  readonly names: readonly string[]
  /** What breaks them. */
  find(evidence: Evidence): Promise<readonly Violation[]>
}

/** What breaks one promise, by id. */
type Finder = (evidence: Evidence) => Promise<readonly string[]>

/** A check of promises that are each judged for themselves. */
export function checkOf(rules: Readonly<Record<string, Finder>>): Check {
  return {
    names: Object.keys(rules),
    async find(evidence) {
      const found: Violation[] = []
      for (const [rule, find] of Object.entries(rules)) {
        found.push(...(await find(evidence)).map((subject) => ({ rule, subject })))
      }
      return found
    },
  }
}

/** The ids that a statement finds. */
export const idsBy =
  (statement: string): Finder =>
  async ({ rows }) =>
    (await rows<{ id: string }>(statement)).map(({ id }) => id)
