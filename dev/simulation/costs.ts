/** What one paid and delivered collection takes, as measured (docs/performance.md#what-a-payment-costs). */
export interface Costs {
  /** Milliseconds of processor until it is accepted, and from then to its end. */
  readonly api: Part
  readonly worker: Part
  readonly database: Part
  readonly temporal: Part
  /** Round trips to the database before the answer, and after it. */
  readonly trips: Part
  /** Changes of runs that Temporal writes, each under the lock of one shard: not more than the events of their histories. */
  readonly transitions: number
  /** What is kept of it in the books, indexes included. */
  readonly keptBytes: number
  /** What crosses the network, of all parts together. Assumed: nobody has measured it. */
  readonly networkBytes: number
}

export interface Part {
  readonly accept: number
  readonly end: number
}

export const measuredCosts: Costs = {
  api: { accept: 2.2, end: 3.6 },
  worker: { accept: 0, end: 51 },
  database: { accept: 1.9, end: 10.6 },
  temporal: { accept: 0, end: 60 },
  trips: { accept: 3, end: 16 },
  transitions: 26,
  keptBytes: 4199,
  networkBytes: 60_000,
}

/** The machine on which that was measured, all parts on it, and what it carried in the end. */
export const measuredAt = { processors: 2, paymentsPerSecond: 14 } as const

/** What the costs alone say that machine would carry; how far that is off is the error of all that is told here. */
export function calibration(costs: Costs): {
  readonly told: number
  readonly seen: number
  readonly errorPercent: number
} {
  const parts = [costs.api, costs.worker, costs.database, costs.temporal]
  const ms = parts.reduce((sum, { accept, end }) => sum + accept + end, 0)
  const told = (measuredAt.processors * 1000) / ms
  const seen = measuredAt.paymentsPerSecond
  return { told, seen, errorPercent: (100 * (told - seen)) / seen }
}
