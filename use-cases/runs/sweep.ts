import type { WorkflowKind } from '#workflows/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox, OutboxOptions } from '#db/outbox.ts'
import type { Sql } from '#db/sql.ts'

/** The dependencies of a sweep. */
export interface SweepParts {
  readonly database: Pick<Database, 'pool'>
  readonly outbox: Pick<Outbox, 'kick'>
  readonly call: OutboxOptions['call']
}

export interface SweepOptions {
  /** Younger rows and runs are left alone: their counterpart may be on its way. */
  readonly factsOlderThanMs: number
  readonly runsOlderThanMs: number
  /** How long an orphaned run has to end after it was cancelled. */
  readonly obeyWithinMs: number
  /** True for a dry run. */
  readonly isLookOnly?: boolean
  /** Called repeatedly; false if the sweep should stop. */
  readonly beat?: (standing: object) => boolean
}

/** A row without its run, or a run without its row, and what was done about it. */
export interface Astray {
  readonly what: 'missing' | 'orphaned'
  readonly workflowId: string
  readonly kind: WorkflowKind
  readonly since: Date
  readonly done: 'restarted' | 'cancel_requested' | 'waits' | 'terminated' | 'nothing'
}

/** The findings of a sweep; `shown` are the first of them. */
export interface Sweep {
  missing: number
  orphaned: number
  cancelled: number
  terminated: number
  /** Runs that were open although their subject had ended; most end at the same moment. */
  ended: number
  readonly restarted: Partial<Record<WorkflowKind, number>>
  readonly shown: Astray[]
  /** False if it was stopped early. */
  isWhole: boolean
}

/** A sweep in progress. */
export interface Sweeping extends SweepParts {
  readonly options: SweepOptions
  readonly sql: Sql
  readonly sweep: Sweep
}

const asksAtOnce = 10
const shownMax = 200

/** Calls `ask` for each subject, a few at a time; returns those with a true answer. */
export async function asked<Subject>(
  sweeping: Sweeping,
  subjects: readonly Subject[],
  ask: (subject: Subject) => Promise<unknown>,
): Promise<Subject[]> {
  const kept: Subject[] = []
  for (let from = 0; from < subjects.length; from += asksAtOnce) {
    const some = subjects.slice(from, from + asksAtOnce)
    const answers = await Promise.all(some.map(ask))
    kept.push(...some.filter((_, index) => answers[index] === true))
    goesOn(sweeping)
  }
  return kept
}

/** False if the sweep should stop. */
export function goesOn({ options, sweep: { missing, orphaned } }: Sweeping): boolean {
  return options.beat?.({ missing, orphaned }) ?? true
}

/** Keeps the first findings. */
export function show(sweep: Sweep, astray: Astray): void {
  if (sweep.shown.length < shownMax) sweep.shown.push(astray)
}

/** An empty sweep. */
export function newSweep(): Sweep {
  const counts = { missing: 0, orphaned: 0, cancelled: 0, terminated: 0, ended: 0 }
  return { ...counts, restarted: {}, shown: [], isWhole: false }
}
