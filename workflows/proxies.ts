import {
  ActivityFailure,
  type ActivityInterfaceFor,
  type ActivityOptions,
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
  TimeoutFailure,
} from '@temporalio/workflow'
import type { EndpointId } from '#domain/ids.ts'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import { mailQueue, taskQueues } from './contract.ts'
import type { AttemptInput, AttemptOutcome, Elsewhere, Unasked } from './contract/results.ts'
import type { Activities, OperatorSteps } from './ports.ts'
import { type Tellers, untilDone } from './until-done.ts'

/**
 * Activities that only use our database are local: no round trip through the server, and few history events. Calls to
 * external systems are regular activities on their own queues (docs/decisions.md#external-calls-have-their-own-queues).
 * All are safe to repeat. Temporal retries transient failures at once, for some seconds; after that, and on any other
 * failure, the run itself waits, so that it delays nobody else (until-done.ts).
 */
const patient = {
  initialInterval: '500ms',
  backoffCoefficient: 2,
  maximumInterval: '10s',
  maximumAttempts: 4,
} as const

/** An activity that only uses the database, or the sandbox operator, which is ours. */
const inBooks = { startToCloseTimeout: '9s', retry: patient } as const
/**
 * For external systems Temporal itself retries, without using a slot or history events; what still fails returns to
 * the run.
 */
const unhurried = {
  initialInterval: '500ms',
  backoffCoefficient: 2,
  maximumInterval: '1m',
} as const
/** A call to a live operator ends within its own time limit. */
const atOperator = { startToCloseTimeout: '9s', retry: unhurried } as const
/** A status check that cannot start soon is not worth waiting for: staff updates wait behind it. */
const lookAtOperator = { ...atOperator, scheduleToStartTimeout: '5s' } as const
/**
 * Checks of what has ended come after checks of what has not: one statement may contradict thousands of ends, while payers
 * wait. 5 is the least urgent; the default is 3.
 */
const afterAllElse = { ...atOperator, priority: { priorityKey: 5 } } as const
/** A receiver has ten seconds to answer, and one more to start its body. */
const atReceiver = { startToCloseTimeout: '20s', retry: unhurried } as const

export const requestPayment = asked('requestPayment', 'Ask the operator for the payment')
export const checkPayment = looked('checkPayment', 'Ask the operator how the payment stands')
export const expirePayment = asked('expirePayment', 'Ask the operator a last time, then end it')
export const checkLateAnswer = asked('checkLateAnswer', 'Ask the operator how it ended after all', {
  options: afterAllElse,
})

export const requestPayout = asked('requestPayment', 'Ask the operator to pay out')
export const checkPayout = looked('checkPayment', 'Ask the operator how the payout stands')
export const { giveUpPayout } = steps(inBooks, 'Give up a payout that the operator never had')
export const { openTransfer } = steps(inBooks, 'Read the state of the transfer')
export const { moveTransfer } = steps(inBooks, 'Carry out the act')
export const { tellStaff } = steps(inBooks, 'Notify staff')

export const payRefund = asked('payRefund', 'Ask the operator to pay the refund')
export const checkRefund = looked('checkRefund', 'Ask the operator how the refund stands')
export const { giveUpRefund } = steps(inBooks, 'End the refund that the operator never took')
export const { flagRefund } = steps(inBooks, 'Notify staff that the refund is open')
export const { closeUnknown } = steps(inBooks, 'Record the verdict of staff')
export const { openRefund } = steps(inBooks, 'Read the state of the refund')
export const { decideRefund } = steps(inBooks, 'Carry out the act')
export const { readFunds } = steps(inBooks, 'Read the state of the funds')
export const { makeFundsAvailable } = steps(inBooks, 'Make the funds available')
export const { decideFunds } = steps(inBooks, 'Carry out the act')
export const { readCheckout } = steps(inBooks, 'Read the checkout')
export const { beginCheckoutPayment } = steps(inBooks, 'Give the checkout to a payment')
export const { endCheckoutPayment } = steps(inBooks, 'See how the payment of the checkout stands')
export const { replayDeliveries } = steps(inBooks, 'Queue the next deliveries')
export const { closeCheckout } = steps(inBooks, 'End the checkout')

/**
 * Database work that takes minutes: a regular activity whose progress is stored after each batch. Missing heartbeats
 * reveal a lost worker, and another continues from there.
 */
const batchAfterBatch = { startToCloseTimeout: '2h', retry: patient } as const

export const { matchStatement } = batches('15s', 'Match the statement')
export const { payLines } = batches('10s', 'Pay the next lines of the file')
// Summing up a busy account may take a minute by itself.
export const { proveLedger } = batches('90s', 'Check the ledger')

/** A mail server that is down is retried, without using a slot or history events, until it is up. */
export const { sendMail } = untilEachIsDone(
  proxyActivities<Activities>({
    startToCloseTimeout: '30s',
    retry: unhurried,
    taskQueue: mailQueue,
    summary: 'Send the mail',
  }),
  'Send the mail',
)

/** The next one comes in a minute, so a failed one is not retried for long. */
export const { reconcileRuns } = proxyActivities<Pick<Activities, 'reconcileRuns'>>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '60s',
  retry: { ...patient, maximumAttempts: 3 },
  summary: 'Compare the open runs with the database',
})

/** The day it pays is stored, so a failed one is retried for as long as that day may still be paid. */
export const { payStandingOrder } = proxyActivities<Pick<Activities, 'payStandingOrder'>>({
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '12h',
  retry: unhurried,
  summary: 'Pay what is due',
})

export const { keepHouse } = proxyActivities<Pick<Activities, 'keepHouse'>>({
  startToCloseTimeout: '2m',
  retry: { ...patient, maximumAttempts: 3 },
  summary: 'Delete what is past its retention period',
})

/** One attempt, with a summary that names it. */
export function attemptDelivery(
  input: Omit<AttemptInput, 'isOnlyIfAsked'>,
): Promise<AttemptOutcome> {
  const number = `attempt ${input.attempt} of ${WEBHOOK_ATTEMPTS_MAX}`
  return attempt(input, number) as Promise<AttemptOutcome>
}

/** The attempt that somebody requested. */
export function attemptIfAsked(input: AttemptInput): Promise<AttemptOutcome | Unasked> {
  return attempt({ ...input, isOnlyIfAsked: true }, 'the attempt that was asked for')
}

/** The endpoint of this run, once its start or an activity has told it: attempts go to its queue at once. */
let endpoint: EndpointId | undefined

/** Names the endpoint, if the start of the run has told it. */
export function sendTo(known: EndpointId | undefined): void {
  endpoint = known
}

/**
 * A run that does not know its endpoint reads by a local activity whether to send, and where. The send is a regular activity: a receiver that hangs
 * occupies one of the webhook slots, where endpoints take turns, and no workflow task. It checks the database once
 * more.
 */
async function attempt(input: AttemptInput, which: string): Promise<AttemptOutcome | Unasked> {
  if (endpoint !== undefined && !input.isOnlyIfAsked) return send(input, endpoint, which)
  const judged = await steps(inBooks, `See whether to send ${which}`).attemptDelivery(input)
  if (judged.state !== 'to_send') return judged
  if (judged.isKnown) endpoint = judged.endpointId
  return send(input, judged.endpointId, which)
}

function send(input: AttemptInput, fairnessKey: EndpointId, which: string) {
  const summary = `Send ${which}`
  const { sendAttempt } = proxyActivities<Pick<Activities, 'sendAttempt'>>({
    ...atReceiver,
    taskQueue: taskQueues.webhooks,
    priority: { fairnessKey },
    summary,
  })
  return untilDone({ name: 'sendAttempt', summary }, tellers, () => sendAttempt(input))
}

/** The operator of this run, once an activity has returned that it is elsewhere: later calls go there at once. */
let elsewhere: Elsewhere | undefined

/** False for the sandbox, whose activities are local: one at a time. */
export function isElsewhere(): boolean {
  return elsewhere !== undefined
}

/**
 * An activity at the operator. For the sandbox, which is ours, it is a local one. For a live operator, which may not
 * answer, it is a regular one on the operator's own queue, and the local one only says so. Older runs switch with
 * their next activity.
 */
function asked<Name extends keyof OperatorSteps>(
  name: Name,
  summary: string,
  { options = atOperator, instead = rethrow }: Asking = {},
) {
  type Answer = Awaited<ReturnType<OperatorSteps[Name]>>
  type Step = (input: Parameters<OperatorSteps[Name]>[0]) => Promise<Answer | Elsewhere>
  return async (input: Parameters<OperatorSteps[Name]>[0]): Promise<Answer> => {
    if (elsewhere === undefined) {
      const here = steps(inBooks, summary)[name] as Step
      const answer = await here(input)
      if (answer.state !== 'elsewhere') return answer as Answer
      elsewhere = answer
    }
    const { queue: taskQueue, fairnessKey } = elsewhere
    const there = proxyActivities<OperatorSteps>({
      ...options,
      taskQueue,
      priority: { ...options.priority, fairnessKey },
      summary,
    })[name] as Step
    const step = { name, summary }
    const take = () => there(input).catch((error: unknown) => instead(error))
    return (await untilDone(step, tellers, take)) as Answer
  }
}

interface Asking {
  readonly options?: ActivityOptions
  /** The result to use if a live operator's activity fails in a certain way. */
  readonly instead?: (error: unknown) => { readonly state: 'undecided' }
}

function rethrow(error: unknown): never {
  throw error
}

/** An activity that may be skipped this time. */
function looked<Name extends 'checkPayment' | 'checkRefund'>(name: Name, summary: string) {
  return asked(name, summary, {
    options: lookAtOperator,
    instead(error) {
      if (!hasNotBegun(error)) throw error
      return { state: 'undecided' } as const
    },
  })
}

function hasNotBegun(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined
  return cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START'
}

type Steps = ActivityInterfaceFor<Activities>

/** The activities, with the summary that the run's history shows for them, each retried until it succeeds. */
function steps(options: LocalActivityOptions, summary: string): Steps {
  return untilEachIsDone(proxyLocalActivities<Activities>({ ...options, summary }), summary)
}

function batches(heartbeatTimeout: ActivityOptions['heartbeatTimeout'], summary: string) {
  const options = { ...batchAfterBatch, heartbeatTimeout, summary }
  return untilEachIsDone(proxyActivities<Activities>(options), summary)
}

function untilEachIsDone(taken: Steps, summary: string): Steps {
  return new Proxy(taken, {
    get(_, property) {
      const name = property as keyof Activities
      const take = taken[name] as (...input: unknown[]) => Promise<unknown>
      return (...input: unknown[]) => untilDone({ name, summary }, tellers, () => take(...input))
    },
  })
}

/** Not retried: failing to notify staff must not hold up the run that asks. */
const tellers: Tellers = {
  noteTrouble: proxyLocalActivities<Activities>({
    ...inBooks,
    summary: 'Ask staff for attention',
  }).noteTrouble,
  noteMended: proxyLocalActivities<Activities>({
    ...inBooks,
    summary: 'Tell that it is mended',
  }).noteMended,
}
