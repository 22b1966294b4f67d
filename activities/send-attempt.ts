import { setTimeout as pause } from 'node:timers/promises'
import { activityInfo } from '@temporalio/activity'
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common'
import {
  claimAttempt,
  type ClaimedAttempt,
  finishAttempt,
} from '#use-cases/webhooks/attempt-delivery.ts'
import type { EndpointId } from '#domain/ids.ts'
import { callLine } from '#use-cases/webhooks/call-line.ts'
import { inSpan } from '#platform/trace.ts'
import type { AttemptNumber } from '#use-cases/webhooks/judge-attempt.ts'
import {
  type AttemptInput,
  type AttemptOutcome,
  endpointBusy,
  type Unasked,
} from '#workflows/contract/results.ts'
import { afterFailure, unsent } from './attempt-delivery.ts'
import type { ActivityDependencies } from './dependencies.ts'
import type { Pace } from './webhooks/pace.ts'
import { sendWebhook } from './webhooks/send.ts'

/**
 * One delivery attempt: claims it, sends it, records the result. An attempt number is sent at most once. Returns
 * `busy`, without claiming, if its endpoint already has its maximum of concurrent sends.
 */
export async function sendAttempt(
  dependencies: ActivityDependencies,
  input: AttemptInput,
  pace: Pace,
): Promise<AttemptOutcome | Unasked | Busy> {
  // Activities of one endpoint take turns, because its id is their fairness key.
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

/**
 * If the endpoint is busy, gives the slot back and retries when the endpoint may be free. The log does not count this
 * as an error.
 */
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
    const answer = await sendWebhook(request, { clock: () => claim.claimedAt })
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
  const finished = await keepTrying(() =>
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
  if (finished?.hasLine === true) await makeRoom(dependencies, finished.endpointId)
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

/** Calls the next delivery in line; if this fails, a worker's regular check calls it soon. */
async function makeRoom(
  { database, outbox, log }: ActivityDependencies,
  endpointId: EndpointId,
): Promise<void> {
  try {
    await callLine(database, outbox, endpointId)
  } catch (error) {
    log.warn({ err: error }, 'waiting deliveries of a webhook will be called later')
  }
}

const triesMax = 6
const firstPauseMs = 100

/** The send is done and cannot be undone: a short database outage must not lose its result. */
async function keepTrying<Result>(record: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await record()
    } catch (error) {
      if (tries === triesMax) throw error
      await pause(firstPauseMs * 2 ** tries)
    }
  }
}
