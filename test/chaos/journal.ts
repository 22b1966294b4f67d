import type { Violation } from '#test/support/invariants.ts'

/** The kinds of movement that the load makes, each with a row in the table. */
export const movementKinds = [
  'sandbox collection',
  'MTN collection',
  'Moov collection',
  'sandbox payout',
  'MTN payout',
  'Moov payout',
  'bank transfer',
  'transfer cancelled',
  'payment link',
  'checkout',
  'checkout cancelled',
  'refund',
  'funds decided',
  'late debit refunded',
  'delivery retried',
  'webhook replay',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** What a client was promised. */
export interface Promised {
  readonly kind: MovementKind
  /** Of the transaction, or of what else was accepted. */
  readonly id: string
  readonly at: number
  /** Of a transaction: the key to read it with, and how to ask for it once more. */
  readonly payment?: {
    readonly key: string
    readonly idempotencyKey: string
    readonly path: string
    readonly body: unknown
    /** The answer, byte for byte. */
    readonly text: string
  }
}

/** A fault that was done, and when; `to` is undefined while it lasts. */
export interface Done {
  readonly kind: string
  readonly what: string
  readonly from: number
  to: number | undefined
}

/** A time that a restored backup took back: what was promised in it is lost with the disk it was on. */
export interface LostTime {
  readonly from: number
  readonly to: number
}

/** All that was seen from outside while the run went on. */
export interface Journal {
  /** When the run began. */
  readonly since: number
  readonly promised: Promised[]
  readonly faults: Done[]
  readonly lost: LostTime[]
  /** What broke a promise while it was looked at; each once. */
  readonly complaints: Map<string, Violation & { readonly at: number }>
  /** Refusals that are no violation, by code. */
  readonly refusals: Map<string, number>
  /** The longest that anybody who asks again and again has waited for an answer. */
  readonly longestWait: { subject: string; ms: number }
  complain(violation: Violation): void
  waited(subject: string, ms: number): void
  promise(promised: Omit<Promised, 'at'>): void
  isLost(at: number): boolean
}

export function openJournal(): Journal {
  const lost: LostTime[] = []
  const promised: Promised[] = []
  const complaints: Journal['complaints'] = new Map()
  const longestWait: Journal['longestWait'] = { subject: 'nobody', ms: 0 }
  return {
    since: Date.now(),
    promised,
    lost,
    complaints,
    longestWait,
    faults: [],
    refusals: new Map(),
    complain(violation) {
      const key = `${violation.rule} ${violation.subject}`
      if (!complaints.has(key)) complaints.set(key, { ...violation, at: Date.now() })
    },
    waited(subject, ms) {
      if (ms > longestWait.ms) Object.assign(longestWait, { subject, ms })
    },
    promise: (what) => void promised.push({ ...what, at: Date.now() }),
    isLost: (at) => lost.some(({ from, to }) => at >= from && at <= to),
  }
}
