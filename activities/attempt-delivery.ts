import { setTimeout as pause } from 'node:timers/promises'
import { retryDelayMs } from '#domain/webhook-schedule.ts'
import {
  type AttemptEnd,
  claimAttempt,
  type ClaimedAttempt,
  closeLostAttempt,
  finishAttempt,
} from '#db/commands/attempt-delivery.ts'
import type { DeliveryInput } from '#workflows/contract.ts'
import type { AttemptOutcome } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { sendWebhook } from './webhooks/send.ts'

type Input = DeliveryInput & { readonly attempt: number }

/** One attempt at a delivery: claimed in the books, sent, and its end written down. A number is sent once at most. */
export async function attemptDelivery(
  dependencies: ActivityDependencies,
  input: Input,
): Promise<AttemptOutcome> {
  const claim = await claimAttempt(dependencies.database, input.deliveryId, input.attempt)
  switch (claim.state) {
    case 'delivered':
      return claim
    case 'abandoned':
      return claim
    case 'failed':
      return afterFailure(dependencies, input, claim.reason)
    case 'lost':
      return giveUpLost(dependencies, input)
    case 'claimed':
      return send(dependencies, input, claim)
  }
}

async function send(
  dependencies: ActivityDependencies,
  input: Input,
  claim: ClaimedAttempt,
): Promise<AttemptOutcome> {
  const { privateHosts } = dependencies.webhooks
  const sent = await sendWebhook({ ...claim, ...input, privateHosts })
  const outcome = outcomeOf(dependencies, input, sent)
  await keepTrying(() =>
    finishAttempt(
      dependencies.database,
      { deliveryId: input.deliveryId, attemptId: claim.attemptId },
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
  input: Input,
  sent: Awaited<ReturnType<typeof sendWebhook>>,
): AttemptOutcome {
  if (sent.outcome === 'delivered') return { state: 'delivered' }
  const reason = sent.error ?? 'unknown'
  if (sent.outcome === 'refused') return { state: 'abandoned', reason }
  return afterFailure(dependencies, input, reason)
}

async function giveUpLost(
  dependencies: ActivityDependencies,
  input: Input,
): Promise<AttemptOutcome> {
  const outcome = afterFailure(dependencies, input, 'worker_lost')
  const retryInMs = outcome.state === 'failed' ? outcome.retryInMs : null
  const end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'> = {
    outcome: outcome.state,
    error: 'worker_lost',
    retryInMs,
  }
  await closeLostAttempt(dependencies.database, input.deliveryId, end)
  return outcome
}

function afterFailure(
  { webhooks }: ActivityDependencies,
  { attempt }: Input,
  reason: string,
): AttemptOutcome {
  const retryInMs = retryDelayMs(attempt, webhooks.retryScheduleMs)
  if (retryInMs === undefined) return { state: 'abandoned', reason }
  return { state: 'failed', reason, retryInMs }
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
