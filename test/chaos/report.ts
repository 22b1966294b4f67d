import type { Violation } from '#test/support/invariants.ts'
import { type Journal, movementKinds } from './journal.ts'
import type { ChaosOptions } from './options.ts'

/** What a run came to. */
export interface Outcome {
  readonly options: ChaosOptions
  readonly journal: Journal
  readonly promises: readonly string[]
  /** How often the books were looked at while they were hurt. */
  readonly looks: number
  /** Payouts and refunds whose operator stays silent: a day later staff says how they ended. */
  readonly leftToStaff: number
  readonly violations: readonly Violation[]
}

/** Payments and acts by kind, faults by kind, promises and what broke them; the last line is the sum. */
export function reportOf(outcome: Outcome): readonly string[] {
  const { options, journal, promises, looks, leftToStaff, violations } = outcome
  const accepted = countBy(journal.promised.map(({ kind }) => kind))
  const faults = countBy(journal.faults.map(({ kind }) => kind))
  const total = journal.promised.length
  return [
    '',
    `Chaos of ${options.minutes} minutes, seed ${options.seed}`,
    '',
    ...table(
      'accepted',
      movementKinds.map((kind) => [kind, accepted.get(kind) ?? 0]),
    ),
    ...table(
      'faults',
      options.kinds.map((kind) => [kind, faults.get(kind) ?? 0]),
    ),
    ...table('refused by a rule', [...journal.refusals]),
    ...table('promises', [
      ['looks at the books while they were hurt', looks],
      ['orders that wait for staff’s word after a day', leftToStaff],
      ['seconds that an answer took at most', Math.round(journal.longestWait.ms / 1000)],
      ['promises judged', promises.length],
      ['violations', violations.length],
    ]),
    ...broken(violations),
    `accepted ${total}, faults ${journal.faults.length} of ${faults.size} kinds, invariants ${promises.length}, violations ${violations.length}`,
  ]
}

/** What a violation is printed with, so that it can be had again. */
export function tellOf({ rule, subject }: Violation, seed: number): string {
  return `VIOLATION (seed ${seed}): ${rule}: ${subject}`
}

function broken(violations: readonly Violation[]): string[] {
  const rules = countBy(violations.map(({ rule }) => rule))
  return rules.size === 0 ? [] : table('broken', [...rules])
}

const nameWidth = 44

function table(title: string, rows: readonly (readonly [string, number])[]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(
    ([name, count]) => `  ${name.padEnd(nameWidth)} ${String(count).padStart(7)}`,
  )
  return [title, ...lines, '']
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
