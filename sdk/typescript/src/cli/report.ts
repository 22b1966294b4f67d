import type { PaymentService } from '../client.ts'
import { ApiError, PaymentServiceError, RateLimitError } from '../errors.ts'
import type { Body } from '../operation.ts'
import type { Output } from './output.ts'

/** The result of one event. */
export type Result = Body<'POST /v2/webhook_listeners/{id}/results'>['results'][number]

export interface Reporting {
  readonly client: PaymentService
  readonly output: Output
  /** The name of this listener in the portal. */
  readonly label: string
  /** Results not yet reported. */
  readonly untold: readonly Result[]
  /** Stores those that are left, for the next start of the program. */
  readonly keep: (untold: readonly Result[]) => void
}

/** Reports the results of events to the service. */
export interface Report {
  /** To be reported next; the latest result of an event replaces the previous one. */
  add(result: Result): void
  /** Reports what is waiting. It never fails, and is brief: listening does not depend on it. */
  send(): Promise<void>
}

const resultsAtOnce = 100
/** More than this only wait while the service does not answer; then no more events arrive either. */
const untoldMax = 200
const pauseMs = 1000
const pauseAfterMissMs = 15_000
const aliveMs = 60_000
const timeoutMs = 5000

/**
 * So that the portal shows it: results, at most once a second, and every minute that somebody listens. What the service
 * cannot take for the moment is told later; after a refusal nothing more is told.
 */
export function createReport({ client, output, label, keep, ...given }: Reporting): Report {
  let untold = given.untold
  let listener: string | undefined
  let aliveUntil = 0
  let nextAt = 0
  let isRefused = false
  let sending: Promise<void> | undefined

  async function tell(signal: AbortSignal): Promise<void> {
    if (listener === undefined || Date.now() >= aliveUntil) {
      const { id } = await client.call('POST /v2/webhook_listeners', { body: { label }, signal })
      listener = id
      aliveUntil = Date.now() + aliveMs
    }
    const results = untold.slice(0, resultsAtOnce)
    if (results.length === 0) return
    const told = { params: { id: listener }, body: { results }, signal }
    await client.call('POST /v2/webhook_listeners/{id}/results', told)
    leave(untold.filter((result) => !results.includes(result)))
  }

  function leave(left: readonly Result[]): void {
    untold = left
    keep(left)
  }

  async function tryToTell(): Promise<void> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      await tell(signal)
      nextAt = Date.now() + pauseMs
    } catch (error) {
      nextAt = Date.now() + pauseAfterMissMs
      if (signal.aborted || isPassing(error)) return
      if (!(error instanceof ApiError)) throw error
      isRefused = true
      output.note(`The portal does not show what is passed on: ${error.message}`)
      leave([])
    }
  }

  return {
    add(result) {
      if (isRefused) return
      const others = untold.filter(({ event_id }) => event_id !== result.event_id)
      leave([...others, result].slice(-untoldMax))
    },
    async send() {
      if (sending === undefined && (isRefused || Date.now() < nextAt)) return
      sending ??= tryToTell().finally(() => (sending = undefined))
      await sending
    },
  }
}

/** True if another try may succeed: no answer, too many requests, or a failure on the service's side. */
export function isPassing(error: unknown): boolean {
  if (error instanceof RateLimitError) return true
  if (error instanceof ApiError) return error.status >= 500 && error.status !== 501
  return error instanceof PaymentServiceError
}
