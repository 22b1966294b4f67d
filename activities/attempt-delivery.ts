import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '#domain/webhooks/schedule.ts'
import {
  type AttemptEnd,
  type AttemptNumber,
  claimAttempt,
  type ClaimedAttempt,
  closeLostAttempt,
  finishAttempt,
  type Unclaimed,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { inSpan } from '#platform/trace.ts'
import type { AttemptInput, AttemptOutcome, Unasked } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { sendWebhook } from './webhooks/send.ts'

/** One attempt at a delivery: claimed in the books, sent, and its end written down. A number is sent once at most. */
export async function attemptDelivery(
  dependencies: ActivityDependencies,
  input: AttemptInput,
): Promise<AttemptOutcome | Unasked> {
  const claim = await claimAttempt(dependencies.database, input)
  switch (claim.state) {
    case 'delivered':
    case 'abandoned':
    case 'unasked':
      return claim
    case 'failed':
      return waiting(dependencies, claim)
    case 'lost':
      return giveUpLost(dependencies, input, claim)
    case 'claimed':
      return send(dependencies, input, claim)
  }
}

async function send(
  dependencies: ActivityDependencies,
  { deliveryId }: AttemptInput,
  claim: ClaimedAttempt,
): Promise<AttemptOutcome> {
  const { privateHosts } = dependencies.webhooks
  const request = { ...claim, deliveryId, attempt: claim.number, privateHosts }
  const attributes = { 'webhook.attempt': claim.number, 'payment.mode': claim.mode }
  const sent = await inSpan({ name: 'webhook send', kind: 'client', attributes }, async (note) => {
    const answer = await sendWebhook(request)
    note({
      'webhook.outcome': answer.error ?? 'delivered',
      ...(answer.httpStatus !== null && { 'http.response.status_code': answer.httpStatus }),
    })
    return answer
  })
  const outcome = outcomeOf(dependencies, claim, sent)
  dependencies.observeAttempt({
    outcome: sent.error ?? 'delivered',
    delivery: outcome.state,
    durationSeconds: sent.durationMs / 1000,
  })
  await keepTrying(() =>
    finishAttempt(
      dependencies.database,
      { deliveryId, attemptId: claim.attemptId },
      {
        outcome: outcome.state,
        httpStatus: sent.httpStatus,
        error: sent.error,
        extract: sent.extract,
        durationMs: sent.durationMs,
        retryInMs: outcome.state === 'failed' ? outcome.retryInMs : null,
      },
    ),
  )
  return outcome
}

function outcomeOf(
  dependencies: ActivityDependencies,
  claim: AttemptNumber,
  sent: Awaited<ReturnType<typeof sendWebhook>>,
): AttemptOutcome {
  if (sent.outcome === 'delivered') return { state: 'delivered' }
  const reason = sent.error ?? 'unknown'
  if (sent.outcome === 'refused') return { state: 'abandoned', reason }
  return afterFailure(dependencies, claim, reason)
}

/** The attempt was made before: its own time for the next one stands, whatever has passed of it. */
function waiting(
  dependencies: ActivityDependencies,
  claim: Extract<Unclaimed, { state: 'failed' }>,
): AttemptOutcome {
  const outcome = afterFailure(dependencies, claim, claim.reason)
  if (outcome.state !== 'failed' || claim.retryInMs === null) return outcome
  return { ...outcome, retryInMs: claim.retryInMs }
}

async function giveUpLost(
  dependencies: ActivityDependencies,
  { deliveryId }: AttemptInput,
  lost: AttemptNumber,
): Promise<AttemptOutcome> {
  const outcome = afterFailure(dependencies, lost, 'worker_lost')
  dependencies.observeAttempt({ outcome: 'worker_lost', delivery: outcome.state })
  const retryInMs = outcome.state === 'failed' ? outcome.retryInMs : null
  const end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'> = {
    outcome: outcome.state,
    error: 'worker_lost',
    retryInMs,
  }
  await closeLostAttempt(dependencies.database, deliveryId, end)
  return outcome
}

/** The schedule goes on, but for an extra attempt, which has none. */
function afterFailure(
  { webhooks }: ActivityDependencies,
  { number, isExtra }: AttemptNumber,
  reason: string,
): AttemptOutcome {
  const retryInMs = isExtra ? undefined : retryDelayMs(number, webhooks.retryScheduleMs)
  if (retryInMs === undefined) return { state: 'abandoned', reason }
  return { state: 'failed', reason, retryInMs, attempt: number }
}

const triesMax = 6
const firstPauseMs = 100

/** The send is done and cannot be undone: a short absence of the database must not cost the attempt its record. */
async function keepTrying(record: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await record()
      return
    } catch (error) {
      if (tries === triesMax) throw error
      await pause(firstPauseMs * 2 ** tries)
    }
  }
}
