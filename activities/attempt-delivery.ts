import { retryDelayMs } from '#domain/webhooks/schedule.ts'
import { type AttemptEnd, closeLostAttempt } from '#use-cases/webhooks/attempt-delivery.ts'
import {
  type AttemptNumber,
  judgeAttempt,
  type Unclaimed,
} from '#use-cases/webhooks/judge-attempt.ts'
import {
  type AttemptInput,
  type AttemptOutcome,
  attemptUnderWay,
  type ToSend,
  type Unasked,
  type ReplayTurn,
} from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { advanceReplay } from '#use-cases/webhooks/advance-replay.ts'
import type { ReplayInput } from '#workflows/contract.ts'

/** Reads whether an attempt is to be made, and where; otherwise the state of the delivery. Sends nothing itself. */
export async function attemptDelivery(
  dependencies: ActivityDependencies,
  input: AttemptInput,
): Promise<AttemptOutcome | Unasked | ToSend> {
  const judged = await judgeAttempt(dependencies.database, input)
  const { state } = judged
  if (state === 'due') return { state: 'to_send', endpointId: judged.endpointId, isKnown: true }
  return unsent(dependencies, input, judged)
}

/** The state of the delivery if nothing is to be sent under this number. */
export async function unsent(
  dependencies: ActivityDependencies,
  input: AttemptInput,
  why: Unclaimed,
): Promise<AttemptOutcome | Unasked> {
  if (why.state === 'failed') return waiting(dependencies, why)
  if (why.state === 'lost') return giveUpLost(dependencies, input, why)
  if (why.state === 'under_way') return beforeItsEnd(why)
  return why
}

/** The attempt was already made: the time it set for the next one stays, however much of it has passed. */
function waiting(
  dependencies: ActivityDependencies,
  claim: Extract<Unclaimed, { state: 'failed' }>,
): AttemptOutcome {
  const outcome = afterFailure(dependencies, claim, claim.reason)
  if (outcome.state !== 'failed' || claim.retryInMs === null) return outcome
  return { ...outcome, retryInMs: claim.retryInMs }
}

/**
 * A worker may still be sending this attempt, for an earlier run that somebody ended. The delivery counts as before it;
 * the run asks again once the attempt has a result or is lost.
 */
function beforeItsEnd({
  number,
  waitMs,
}: Extract<Unclaimed, { state: 'under_way' }>): AttemptOutcome {
  return { state: 'failed', reason: attemptUnderWay, retryInMs: waitMs, attempt: number - 1 }
}

async function giveUpLost(
  dependencies: ActivityDependencies,
  { deliveryId }: AttemptInput,
  { attemptId, ...lost }: Extract<Unclaimed, { state: 'lost' }>,
): Promise<AttemptOutcome> {
  const outcome = afterFailure(dependencies, lost, 'worker_lost')
  dependencies.observeAttempt({ outcome: 'worker_lost', delivery: outcome.state })
  const retryInMs = outcome.state === 'failed' ? outcome.retryInMs : null
  const end: Pick<AttemptEnd, 'outcome' | 'error' | 'retryInMs'> = {
    outcome: outcome.state,
    error: 'worker_lost',
    retryInMs,
  }
  await closeLostAttempt(dependencies.database, { deliveryId, attemptId }, end)
  return outcome
}

/** The schedule continues; an extra attempt has no schedule of its own. */
export function afterFailure(
  { webhooks }: Pick<ActivityDependencies, 'webhooks'>,
  { number, isExtra }: AttemptNumber,
  reason: string,
): AttemptOutcome {
  const retryInMs = isExtra ? undefined : retryDelayMs(number, webhooks.retryScheduleMs)
  if (retryInMs === undefined) return { state: 'abandoned', reason }
  return { state: 'failed', reason, retryInMs, attempt: number }
}

/** The pause while receivers keep up, and while they do not. */
const movingPauseMs = 1000
const standingPauseMs = 3000

/** One turn of a replay. */
export async function replayDeliveries(
  { database, outbox }: ActivityDependencies,
  { replayId }: ReplayInput,
): Promise<ReplayTurn> {
  const step = await advanceReplay(database, outbox, replayId)
  if (step.status !== 'running') return { state: step.status }
  return { state: 'running', pauseMs: step.isMoving ? movingPauseMs : standingPauseMs }
}
