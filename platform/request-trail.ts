import { AsyncLocalStorage } from 'node:async_hooks'

/** Where a request comes from, as it may be kept: its address shortened or keyed, never whole. */
export interface Origin {
  readonly address: string | null
  /** What the client calls itself. */
  readonly agent: string | null
}

/** How an address is kept. */
export type KeepAddress = (address: string) => string

/** Something that who guards the service counts, by a name that stays; nothing secret, nobody's name. */
export interface SecurityEvent {
  readonly event: 'auth.failed' | 'auth.blocked' | 'limit.refused' | 'staff.act'
  readonly [field: string]: string | number | null
}

/** What one request leaves behind: whence it came, and what is to be told of it once it is answered. */
export interface Trail {
  readonly origin: Origin
  readonly events: SecurityEvent[]
}

const trails = new AsyncLocalStorage<Trail>()
/** A request does a few such things; a loop that told of each of its turns would fill the log. */
const eventsMax = 50

/** Does the work of a request; whatever it calls may ask for its origin. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run(trail, work)
}

/** Of the request under way; unknown where none is. */
export function currentOrigin(): Origin {
  return trails.getStore()?.origin ?? { address: null, agent: null }
}

/** To be told when the request under way is answered; a repeat of the same says nothing new. */
export function noteSecurity(event: SecurityEvent): void {
  const events = trails.getStore()?.events
  if (events === undefined || events.length >= eventsMax) return
  const text = JSON.stringify(event)
  if (!events.some((other) => JSON.stringify(other) === text)) events.push(event)
}
