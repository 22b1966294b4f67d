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
import type {
  Activities,
  AttemptInput,
  AttemptOutcome,
  Elsewhere,
  OperatorSteps,
  Unasked,
} from './ports.ts'
import { type Tellers, untilDone } from './until-done.ts'

/**
 * Steps in our own books run as local activities: no round trip through the server, and few events to read. Those at
 * strangers are regular ones on queues of their own (docs/decisions.md#strangers-have-compartments).
 * All are safe to repeat. What goes by itself is tried again at once, for some seconds; after that, and with any other
 * failure, it is the run that waits, for nobody else is to be kept waiting (until-done.ts).
 */
const patient = {
  initialInterval: '500ms',
  backoffCoefficient: 2,
  maximumInterval: '10s',
  maximumAttempts: 4,
} as const

/** A step in the books alone, or at the sandbox's operator, which is ours. */
const inBooks = { startToCloseTimeout: '9s', retry: patient } as const
/** At strangers Temporal itself tries again, without a slot or an event; what does not go by itself comes back to the run. */
const unhurried = {
  initialInterval: '500ms',
  backoffCoefficient: 2,
  maximumInterval: '1m',
} as const
/** A call of a live operator ends within its own time limit. */
const atOperator = { startToCloseTimeout: '9s', retry: unhurried } as const
/** A look that cannot begin soon is not worth waiting for: orders of staff wait for the same turn. */
const lookAtOperator = { ...atOperator, scheduleToStartTimeout: '5s' } as const
/** A receiver has ten seconds to answer, and a second more for the start of its body. */
const atReceiver = { startToCloseTimeout: '20s', retry: unhurried } as const

export const requestPayment = asked('requestPayment', 'Ask the operator for the payment')
export const checkPayment = looked('checkPayment', 'Ask the operator how the payment stands')
export const expirePayment = asked('expirePayment', 'Ask the operator a last time, then end it')
export const checkLateAnswer = asked('checkLateAnswer', 'Ask the operator how it ended after all')

export const requestPayout = asked('requestPayment', 'Ask the operator to pay out')
export const checkPayout = looked('checkPayment', 'Ask the operator how the payout stands')
export const { giveUpPayout } = steps(inBooks, 'Give up a payout that the operator never had')
export const { openTransfer } = steps(inBooks, 'Read how the transfer stands')
export const { moveTransfer } = steps(inBooks, 'Do the act in the books')
export const { tellStaff } = steps(inBooks, 'Tell staff')

export const payRefund = asked('payRefund', 'Ask the operator to pay the refund')
export const checkRefund = looked('checkRefund', 'Ask the operator how the refund stands')
export const { giveUpRefund } = steps(inBooks, 'End the refund that the operator never took')
export const { flagRefund } = steps(inBooks, 'Tell staff that the refund is open')
export const { closeUnknown } = steps(inBooks, 'Count the word of staff on the end')
export const { openRefund } = steps(inBooks, 'Read how the refund stands')
export const { decideRefund } = steps(inBooks, 'Follow the order in the books')
export const { readFunds } = steps(inBooks, 'Read where the funds stand')
export const { makeFundsAvailable } = steps(inBooks, 'Make the funds available')
export const { decideFunds } = steps(inBooks, 'Follow the order in the books')
export const { readCheckout } = steps(inBooks, 'Read the checkout')
export const { beginCheckoutPayment } = steps(inBooks, 'Give the checkout to a payment')
export const { endCheckoutPayment } = steps(inBooks, 'See how the payment of the checkout stands')
export const { replayDeliveries } = steps(inBooks, 'Put the next ones in the queue')
export const { closeCheckout } = steps(inBooks, 'End the checkout')

/**
 * Work of minutes in the books: a regular step, whose place stands in the books after each batch. A worker that was lost
 * is noticed by its silence, and another goes on from there.
 */
const batchAfterBatch = { startToCloseTimeout: '2h', retry: patient } as const

export const { matchStatement } = batches('15s', 'Match the statement with the books')
export const { payLines } = batches('10s', 'Pay the next lines of the file')
// The sum of a much used account alone may take a minute.
export const { proveLedger } = batches('90s', 'Prove the books')

/** A mail server that is away is asked again, without a slot or an event, until it is there. */
export const { sendMail } = untilEachIsDone(
  proxyActivities<Activities>({
    startToCloseTimeout: '30s',
    retry: unhurried,
    taskQueue: mailQueue,
    summary: 'Hand the mail to the mail server',
  }),
  'Hand the mail to the mail server',
)

/** Another comes in a minute: one that fails is not repeated for long. */
export const { reconcileRuns } = proxyActivities<Pick<Activities, 'reconcileRuns'>>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '60s',
  retry: { ...patient, maximumAttempts: 3 },
  summary: 'Compare the open runs with the books',
})

export const { keepHouse } = proxyActivities<Pick<Activities, 'keepHouse'>>({
  startToCloseTimeout: '2m',
  retry: { ...patient, maximumAttempts: 3 },
  summary: 'Forget what has had its time',
})

/** One attempt, under a sentence that names it. */
export function attemptDelivery(
  input: Omit<AttemptInput, 'isOnlyIfAsked'>,
): Promise<AttemptOutcome> {
  const number = `attempt ${input.attempt} of ${WEBHOOK_ATTEMPTS_MAX}`
  return attempt(input, number) as Promise<AttemptOutcome>
}

/** The attempt that somebody asked for. */
export function attemptIfAsked(input: AttemptInput): Promise<AttemptOutcome | Unasked> {
  return attempt({ ...input, isOnlyIfAsked: true }, 'the attempt that was asked for')
}

/** The endpoint of this run, once a step has told: the attempts that are due go to its queue at once. */
let endpoint: EndpointId | undefined

/**
 * The books say first whether it is to be sent, and where to. The send is a regular step: a receiver that hangs holds a
 * slot among those of webhooks, where endpoints take turns, and no workflow task. It looks at the books once more.
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

/** The operator of this run, once a step was told that it is elsewhere: the next ones go there at once. */
let elsewhere: Elsewhere | undefined

/**
 * A step at the operator. The sandbox's is ours: a local step. At a live one, which may keep silent, it is a regular step
 * on the operator's own queue; the local one does nothing there but say so. Runs of before go over with their next step.
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
      priority: { fairnessKey },
      summary,
    })[name] as Step
    const step = { name, summary }
    const take = () => there(input).catch((error: unknown) => instead(error))
    return (await untilDone(step, tellers, take)) as Answer
  }
}

interface Asking {
  readonly options?: ActivityOptions
  /** What stands for the answer of a live operator's step that failed so. */
  readonly instead?: (error: unknown) => { readonly state: 'undecided' }
}

function rethrow(error: unknown): never {
  throw error
}

/** A step that may be left out this time. */
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

/** The steps under the sentence that the run's history shows for them, each taken until it is done. */
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

/** Not taken until they are done: what fails in telling must not hold up the run that asks. */
const tellers: Tellers = {
  noteTrouble: proxyLocalActivities<Activities>({
    ...inBooks,
    summary: 'Ask the staff',
  }).noteTrouble,
  noteMended: proxyLocalActivities<Activities>({
    ...inBooks,
    summary: 'Tell that it is mended',
  }).noteMended,
}
