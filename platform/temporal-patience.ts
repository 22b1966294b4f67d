import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { EnvError } from './env-error.ts'
import type { TemporalClient } from './temporal.ts'

/** For commands: how long they wait for Temporal, and its address for the error message. */
export interface Patience {
  readonly address: string
  readonly patienceMs: number
}

/**
 * Repeats calls while Temporal is down or too slow; then throws an `EnvError` with one line. For idempotent calls.
 * Any other error is thrown at once.
 */
export function patientCalls(
  { call }: Pick<TemporalClient, 'call'>,
  { address, patienceMs }: Patience,
): <Result>(work: (client: Client) => Promise<Result>) => Promise<Result> {
  return async (work) => {
    for (const until = Date.now() + patienceMs; ; await pause(pauseMs)) {
      try {
        return await call(work, Math.min(callDeadlineMs, Math.max(patienceMs, 1)))
      } catch (error) {
        const reason = awayReason(error)
        if (reason === undefined) throw error
        if (Date.now() >= until) throw new EnvError([away(address, patienceMs, reason)])
      }
    }
  }
}

/** A cluster that is starting or busy takes longer than a payment would wait. */
const callDeadlineMs = 20_000
const pauseMs = 500

/** gRPC status codes: cancelled, deadline exceeded, resource exhausted, unavailable. */
const awayCodes = new Set([1, 4, 8, 14])

/** In one line, why Temporal does not answer; undefined if it did, or if something else failed. */
export function awayReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // The client wraps some errors.
  if (!('code' in error) || typeof error.code !== 'number') return awayReason(error.cause)
  if (!awayCodes.has(error.code)) return undefined
  return (error.message.split('\n')[0] ?? '').replace(emptyNote, '').slice(0, saidMax)
}

function away(address: string, patienceMs: number, reason: string): string {
  return `Temporal at ${address} has not answered for ${Math.round(patienceMs / 1000)} s (${reason}). Is it up, and TEMPORAL_ADDRESS right? Then run the same again: it may be run twice.`
}

const saidMax = 200
/** How gRPC ends a message about a connection that it could not make. */
const emptyNote = / Resolution note: *$/
