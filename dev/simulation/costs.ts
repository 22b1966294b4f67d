/** The measured cost of one paid and delivered collection (docs/performance.md#what-a-payment-costs). */
export interface Costs {
  /** CPU milliseconds until it is accepted, and from then to its end. */
  readonly api: Part
  readonly worker: Part
  readonly database: Part
  readonly temporal: Part
  /** Round trips to the database before the answer, and after it. */
  readonly trips: Part
  /**
   * State transitions that Temporal writes, each under the lock of one shard: at most the number of history events.
   */
  readonly transitions: number
  /** Its stored size in the database, including indexes. */
  readonly keptBytes: number
  /** Its network traffic, over all parts. Assumed, not measured. */
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
  trips: { accept: 2, end: 16 },
  transitions: 26,
  keptBytes: 2796,
  networkBytes: 60_000,
}

/** The machine on which this was measured, with all parts on it, and the rate it sustained. */
export const measuredAt = { processors: 2, paymentsPerSecond: 14 } as const

/** The rate that the costs predict for that machine; the deviation is the error of the whole simulation. */
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
