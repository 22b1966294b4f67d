import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin of a request, as it may be stored: its address truncated or keyed, never complete. */
export interface Origin {
  readonly address: string | null
  /** The user agent. */
  readonly agent: string | null
}

/** Truncates or hashes an address for storage. */
export type KeepAddress = (address: string) => string

/** A security event, counted under a stable name; contains no secrets and no personal names. */
export interface SecurityEvent {
  readonly event: 'auth.failed' | 'auth.blocked' | 'limit.refused' | 'staff.act'
  readonly [field: string]: string | number | null
}

/** What is known of a request: its origin, and the events to report once it is answered. */
export interface Trail {
  readonly origin: Origin
  readonly events: SecurityEvent[]
  /** How much longer its answer takes (`slowAnswer`). */
  slowMs?: number
}

const trails = new AsyncLocalStorage<Trail>()
/** A request has few events; a loop reporting each iteration would flood the log. */
const eventsMax = 50

/** Runs the work of a request; anything it calls can ask for its origin. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run(trail, work)
}

/** The origin of the current request; unknown outside a request. */
export function currentOrigin(): Origin {
  return trails.getStore()?.origin ?? { address: null, agent: null }
}

/** Reports an event when the current request is answered; duplicates are dropped. */
export function noteSecurity(event: SecurityEvent): void {
  const events = trails.getStore()?.events
  if (events === undefined || events.length >= eventsMax) return
  const text = JSON.stringify(event)
  if (!events.some((other) => JSON.stringify(other) === text)) events.push(event)
}

/**
 * Makes the answer to the current request wait, whatever it will be. Only the answer waits: by then its work has given
 * back every turn, connection and share.
 */
export function slowAnswer(delayMs: number): void {
  const trail = trails.getStore()
  if (trail !== undefined) trail.slowMs = delayMs
}
