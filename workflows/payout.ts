import { allHandlersFinished, condition, continueAsNew, patched } from '@temporalio/workflow'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import { askOperator, endRun } from './ask-operator.ts'
import { askPauseMs, clock, lookPauseMs, lookPausesMs, CallbackSignal } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { isHistoryLong } from './history-length.ts'
import { UpdateQueue } from './update-queue.ts'
import type { Asked, Settled, Undecided } from './contract/results.ts'
import { checkPayout, giveUpPayout, requestPayout, tellStaff } from './proxies.ts'
import { takeClosing, type Watch } from './take-closing.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** While the outcome is unknown it is checked, less and less often: finally four times a day. */
const pausesMs = [
  ...lookPausesMs,
  ...[5, 10, 20, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 4, 6].map((hours) => hours * hourMs),
]
/** The request is repeated for a day. */
const longestPauseMs = 15 * minuteMs
const pauseMs = (refusals: number): number => askPauseMs(refusals, longestPauseMs)
/** Weeks of checks, after which the workflow continues as a new run. */
const looksPerRunMax = 100

/** Carries over how often earlier runs have notified staff. */
export interface PayoutInput extends TransactionInput {
  readonly notices?: number
}

/**
 * Money sent to somebody: sent once → followed at the operator → settled when the operator reports the outcome. A
 * payout with an unknown outcome never fails by itself, because the money may have left. It stays pending, and staff
 * is notified daily, until the operator answers or staff gives a verdict.
 */
export async function payout(input: PayoutInput): Promise<FinalStatus> {
  const { transactionId, notices = 0 } = input
  const watch: Watch = {
    callbacks: new CallbackSignal(),
    queue: new UpdateQueue(),
    silence: { told: notices },
  }
  takeClosing(watch)
  const goOn = () => goOnAnew({ transactionId, notices: watch.silence.told })
  const request = async (order: TransactionInput): Promise<Asked> => {
    const answer = await requestPayout(order)
    // If it has ended, the database says why no verdict is taken.
    watch.silence.isSent = answer.state !== 'unavailable'
    return answer
  }
  const asked = await askOperator({ transactionId }, { request, pauseMs, goOn, isAskedAfterOutage })
  const settled =
    asked.state === 'settled' ? asked : await reachEnd({ transactionId }, asked, watch)
  await condition(allHandlersFinished)
  return endRun(settled)
}

/** Runs of the previous version were given up at the first request after their time. */
const isAskedAfterOutage = (): boolean => patched('payout-asked-after-outage')

/** An operator that was unavailable all the time never had the payout: it may be given up. */
async function reachEnd(
  input: TransactionInput,
  asked: Exclude<Asked, Settled>,
  watch: Watch,
): Promise<Settled> {
  if (asked.state === 'unavailable') {
    const answer = await giveUpPayout(input)
    if (answer.state === 'settled') return answer
  }
  return follow(input, asked.summary, watch)
}

/**
 * Checks the status at each callback, and after growing pauses without one, until the operator reports the outcome. The
 * pauses start over if somebody asked to look and it was sent again, as after an outage: its outcome is then near.
 */
async function follow(
  { transactionId }: TransactionInput,
  summary: string,
  { callbacks, queue, silence }: Watch,
): Promise<Settled> {
  silence.isSent = true
  let tellAt = Date.now() + (silence.told === 0 ? hourMs : dayMs)
  let looksBefore = 0
  for (let looks = 0; looks < looksPerRunMax;) {
    const lookAt = Date.now() + lookPauseMs(looks - looksBefore, pausesMs)
    const isTold = silence.told > 0 ? ' Staff was told.' : ''
    const isHeard = await callbacks.listen(
      lookAt,
      `${summary}. Looks at its callback, or at ${clock(lookAt)}.${isTold}`,
    )
    if (isHistoryLong()) break
    // A callback causes an additional check, which does not count.
    if (!isHeard) looks += 1
    const answer = await queue.inTurn(() => checkPayout({ transactionId }))
    if (answer.state === 'settled') return answer
    if (isSentAtRequest(answer, isHeard)) looksBefore = looks
    tellAt = await tellFrom(tellAt, transactionId, { queue, silence })
  }
  return goOnAnew({ transactionId, notices: silence.told })
}

function isSentAtRequest({ isSentAgain }: Undecided, isHeard: boolean): boolean {
  return isHeard && isSentAgain === true
}

/** Notifies staff once it is time; returns when it is time again. */
async function tellFrom(
  tellAt: number,
  transactionId: TransactionInput['transactionId'],
  { queue, silence }: Pick<Watch, 'queue' | 'silence'>,
): Promise<number> {
  if (Date.now() < tellAt) return tellAt
  const notice = { transactionId, kind: 'payout_undecided', number: silence.told + 1 } as const
  await queue.ownStep(() => tellStaff(notice))
  silence.told += 1
  return tellAt + dayMs
}

async function goOnAnew(input: PayoutInput): Promise<never> {
  await condition(allHandlersFinished)
  return continueAsNew<typeof payout>(input)
}
