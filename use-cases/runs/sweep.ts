import type { WorkflowKind } from '#workflows/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox, OutboxOptions } from '#db/outbox.ts'
import type { Sql } from '#db/sql.ts'

/** What a sweep works with. */
export interface SweepParts {
  readonly database: Pick<Database, 'pool'>
  readonly outbox: Pick<Outbox, 'kick'>
  readonly call: OutboxOptions['call']
}

export interface SweepOptions {
  /** A fact or run that is younger may be on its way, and is left alone. */
  readonly factsOlderThanMs: number
  readonly runsOlderThanMs: number
  /** How long an orphaned run has to end after it was asked to. */
  readonly obeyWithinMs: number
  /** True to change nothing. */
  readonly isLookOnly?: boolean
  /** Called all along; false once the sweep is to be left. */
  readonly beat?: (standing: object) => boolean
}

/** A fact without its run, or a run without its fact, and what was done about it. */
export interface Astray {
  readonly what: 'missing' | 'orphaned'
  readonly workflowId: string
  readonly kind: WorkflowKind
  readonly since: Date
  readonly done: 'restarted' | 'cancel_requested' | 'waits' | 'terminated' | 'nothing'
}

/** What a sweep found; `shown` are the first of them. */
export interface Sweep {
  missing: number
  orphaned: number
  cancelled: number
  terminated: number
  /** Runs that were open though their fact was over; most of them end in the same moment. */
  ended: number
  readonly restarted: Partial<Record<WorkflowKind, number>>
  readonly shown: Astray[]
  /** False when it was left before its end. */
  isWhole: boolean
}

/** A sweep under way. */
export interface Sweeping extends SweepParts {
  readonly options: SweepOptions
  readonly sql: Sql
  readonly sweep: Sweep
}

const asksAtOnce = 10
const shownMax = 200

/** Asks about each, a few at once; those for which the answer was true. */
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

/** False once the sweep is to be left. */
export function goesOn({ options, sweep: { missing, orphaned } }: Sweeping): boolean {
  return options.beat?.({ missing, orphaned }) ?? true
}

/** Keeps the first of them. */
export function show(sweep: Sweep, astray: Astray): void {
  if (sweep.shown.length < shownMax) sweep.shown.push(astray)
}

/** One that has found nothing yet. */
export function newSweep(): Sweep {
  const counts = { missing: 0, orphaned: 0, cancelled: 0, terminated: 0, ended: 0 }
  return { ...counts, restarted: {}, shown: [], isWhole: false }
}
