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
        if (!isAway(error)) throw error
        if (Date.now() >= until) throw new EnvError([away(address, patienceMs, error)])
      }
    }
  }
}

/** A cluster that is starting or busy takes longer than a payment would wait. */
const callDeadlineMs = 20_000
const pauseMs = 500

/** gRPC status codes: cancelled, deadline exceeded, resource exhausted, unavailable. */
const awayCodes = new Set([1, 4, 8, 14])

/** The client wraps some errors. */
function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'number') return awayCodes.has(error.code)
  return error.cause !== undefined && isAway(error.cause)
}

function away(address: string, patienceMs: number, error: Error): string {
  const said = (error.message.split('\n')[0] ?? '').slice(0, saidMax)
  return `Temporal at ${address} has not answered for ${Math.round(patienceMs / 1000)} s (${said}). Is it up, and TEMPORAL_ADDRESS right? Then run the same again: it may be run twice.`
}

const saidMax = 200
