import { setTimeout as pause } from 'node:timers/promises'
import { activityInfo } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import {
  claimAttempt,
  type ClaimedAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import { inSpan } from '#platform/trace.ts'
import type { AttemptNumber } from '#use-cases/webhooks/judge-attempt.ts'
import {
  type AttemptInput,
  type AttemptOutcome,
  endpointBusy,
  type Unasked,
} from '#workflows/ports.ts'
import { afterFailure, unsent } from './attempt-delivery.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { Pace } from './webhooks/pace.ts'
import { sendWebhook } from './webhooks/send.ts'

/**
 * One attempt at a delivery: claimed in the books, sent, and its end written down. A number is sent once at most. `busy`
 * where its endpoint is being sent as much as it may be at once: nothing was claimed.
 */
export async function sendAttempt(
  dependencies: ActivityDependencies,
  input: AttemptInput,
  pace: Pace,
): Promise<AttemptOutcome | Unasked | Busy> {
  // Steps of one endpoint take turns under its id.
  const visit = pace.come(activityInfo().priority?.fairnessKey ?? '')
  try {
    const claim = await claimAttempt(dependencies.database, input)
    if (claim.state === 'busy') return { state: 'busy', pauseMs: visit.refused() }
    if (claim.state === 'claimed') return await send(dependencies, input, claim)
    return await unsent(dependencies, input, claim)
  } finally {
    visit.done()
  }
}

interface Busy {
  readonly state: 'busy'
  readonly pauseMs: number
}

/** Gives the slot back where its endpoint is busy, and comes again when there may be room. It is no error for the log. */
export function orAgain<Input, Output extends { readonly state: string }>(
  step: (input: Input) => Promise<Output | Busy>,
): (input: Input) => Promise<Output> {
  return async (input) => {
    const outcome = await step(input)
    if (!isBusy(outcome)) return outcome
    throw ApplicationFailure.create({
      message: endpointBusy,
      type: endpointBusy,
      nextRetryDelay: outcome.pauseMs,
      category: ApplicationFailureCategory.BENIGN,
    })
  }
}

function isBusy(outcome: { readonly state: string }): outcome is Busy {
  return outcome.state === 'busy'
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
