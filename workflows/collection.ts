import { continueAsNew, patched } from '@temporalio/workflow'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import { askOperator, endRun } from './ask-operator.ts'
import { askPauseMs, clock, lookPauseMs, CallbackSignal, sparingPauses } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { isHistoryLong } from './history-length.ts'
import type { Asked, Early, Settled } from './contract/results.ts'
import { checkPayment, expirePayment, isElsewhere, requestPayment } from './proxies.ts'

/**
 * A payment requested from a payer: sent once → followed at the operator → settled or expired. It reaches exactly one
 * final state, whatever is late, duplicated or lost on the way (docs/payments.md#states).
 */
export async function collection(input: TransactionInput): Promise<FinalStatus> {
  const callbacks = new CallbackSignal()
  for (let aheadMs = 0; ;) {
    const { asked, looksBefore } = await ask(input, aheadMs)
    if (asked.state === 'settled') return endRun(asked)
    const end = await follow(input, { asked, looksBefore }, callbacks)
    if (end.state === 'settled') return endRun(end)
    // Temporal's clock is ahead of the books: it goes on for what is left by theirs.
    aheadMs += Date.now() + end.leftMs - Date.parse(asked.expiresAt)
    if (isHistoryLong()) await goOn(input)
  }
}

interface Answered<Answer extends Asked = Asked> {
  readonly asked: Answer
  /** How far into the list of pauses the status checks start. */
  readonly looksBefore: number
}

async function ask(input: TransactionInput, aheadMs: number): Promise<Answered> {
  let refusals = 0
  let isSparing = false
  const request = async (): Promise<Asked> => {
    const asked = byRunsClock(await requestPayment(input), aheadMs)
    if (asked.state !== 'unavailable') return asked
    // Runs of the previous version keep their pauses: their histories contain timers of those durations.
    if (refusals === 0) isSparing = patched('asks-and-looks-share-their-pauses')
    refusals += 1
    return asked
  }
  const pauseMs = (before: number): number =>
    isSparing ? sparingPauses.askMs(before) : askPauseMs(before)
  const asked = await askOperator(input, { request, pauseMs, goOn: () => goOn(input) })
  return { asked, looksBefore: isSparing ? sparingPauses.looksBefore(refusals) : 0 }
}

/** The same, with its time limit moved to Temporal's clock, which is this far ahead of the database's. */
function byRunsClock(asked: Asked, aheadMs: number): Asked {
  if (asked.state === 'settled' || aheadMs === 0) return asked
  const at = Date.parse(asked.expiresAt) + aheadMs
  return { ...asked, expiresAt: new Date(at).toISOString() }
}

type Unsettled = Exclude<Asked, Settled>

/**
 * Checks the status at each callback, and after growing pauses without one, until the payment is settled or its time is
 * up.
 */
async function follow(
  input: TransactionInput,
  { asked, looksBefore }: Answered<Unsettled>,
  callbacks: CallbackSignal,
): Promise<Settled | Early> {
  const deadline = Date.parse(asked.expiresAt)
  for (let looks = looksBefore; Date.now() < deadline && asked.state !== 'unavailable';) {
    const lookAt = Math.min(Date.now() + lookPauseMs(looks), deadline)
    const until = `Looks at its callback, or at ${clock(lookAt)}; the time is up at ${clock(deadline)}.`
    const isHeard = await callbacks.listen(lookAt, `${asked.summary}. ${until}`)
    if (Date.now() >= deadline) break
    if (isHistoryLong()) await goOn(input)
    // A callback causes an additional check, which does not count.
    if (!isHeard) looks += 1
    const answer = await checkPayment(input)
    if (answer.state === 'settled') return answer
  }
  return lookLast(input, callbacks)
}

/**
 * The last look is retried for minutes while a live operator cannot be reached; a callback in that time is acted on at
 * once.
 */
async function lookLast(
  input: TransactionInput,
  callbacks: CallbackSignal,
): Promise<Settled | Early> {
  let isOver = false
  const last = expirePayment({ ...input, isByBooks: true }).finally(() => {
    isOver = true
  })
  const told = await Promise.race([last, toldMeanwhile(input, callbacks, () => isOver)])
  return told ?? last
}

async function toldMeanwhile(
  input: TransactionInput,
  callbacks: CallbackSignal,
  isOver: () => boolean,
): Promise<Settled | undefined> {
  const isDeaf = (): boolean => isOver() || isHistoryLong()
  // Runs of the previous version acted on it at their next look.
  while ((await callbacks.hear(isDeaf)) && patched('callback-between-last-looks')) {
    // The sandbox's last look is a local activity, beside which there is no other. Runs of the previous version looked.
    if (!isElsewhere() && patched('sandbox-looked-at-last-alone')) return undefined
    const answer = await checkPayment(input)
    if (answer.state === 'settled') return answer
  }
  return undefined
}

/** A new run goes on from here: the database knows that the request was sent. */
function goOn(input: TransactionInput): Promise<never> {
  return continueAsNew<typeof collection>(input)
}
