import {
  type LocalActivityOptions,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow'
import { WEBHOOK_ATTEMPTS_MAX } from '#domain/webhooks/schedule.ts'
import type { Activities, AttemptInput, AttemptOutcome, Unasked } from './ports.ts'

/**
 * Steps run as local activities: no round trip through the server, and few events to read.
 * All are safe to repeat, so a database or a worker that comes back is simply tried again, without end.
 */
const patient = { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' } as const

/** A step at an operator ends within its own time limit, well inside one workflow task. */
const atOperator = { startToCloseTimeout: '9s', retry: patient } as const
/** A step in the books alone. */
const inBooks = { startToCloseTimeout: '9s', retry: patient } as const
/** A receiver has ten seconds to answer, and a second more for the start of its body. */
const atReceiver = { startToCloseTimeout: '20s', retry: patient } as const

export const { requestPayment } = steps(atOperator, 'Ask the operator for the payment')
export const { checkPayment } = steps(atOperator, 'Ask the operator how the payment stands')
export const { expirePayment } = steps(atOperator, 'Ask the operator a last time, then end it')
export const { checkLateAnswer } = steps(atOperator, 'Ask the operator how it ended after all')

export const { requestPayment: requestPayout } = steps(atOperator, 'Ask the operator to pay out')
export const { checkPayment: checkPayout } = steps(
  atOperator,
  'Ask the operator how the payout stands',
)
export const { giveUpPayout } = steps(inBooks, 'Give up a payout that the operator never had')
export const { openTransfer } = steps(inBooks, 'Read how the transfer stands')
export const { moveTransfer } = steps(inBooks, 'Do the act in the books')
export const { tellStaff } = steps(inBooks, 'Tell staff')

export const { payRefund } = steps(atOperator, 'Ask the operator to pay the refund')
export const { checkRefund } = steps(atOperator, 'Ask the operator how the refund stands')
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

export const { matchStatement } = proxyActivities<Pick<Activities, 'matchStatement'>>({
  ...batchAfterBatch,
  heartbeatTimeout: '15s',
  summary: 'Match the statement with the books',
})
export const { proveLedger } = proxyActivities<Pick<Activities, 'proveLedger'>>({
  ...batchAfterBatch,
  // The sum of a much used account alone may take a minute.
  heartbeatTimeout: '90s',
  summary: 'Prove the books',
})

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
  const summary = `Send attempt ${input.attempt} of ${WEBHOOK_ATTEMPTS_MAX}`
  return steps(atReceiver, summary).attemptDelivery(input) as Promise<AttemptOutcome>
}

/** The attempt that somebody asked for. */
export function attemptIfAsked(input: AttemptInput): Promise<AttemptOutcome | Unasked> {
  const summary = 'Send the attempt that was asked for'
  return steps(atReceiver, summary).attemptDelivery({ ...input, isOnlyIfAsked: true })
}

/** The steps under the sentence that the run's history shows for them. */
function steps(options: LocalActivityOptions, summary: string) {
  return proxyLocalActivities<Activities>({ ...options, summary })
}
