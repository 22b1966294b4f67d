import {
  allHandlersFinished,
  condition,
  continueAsNew,
  patched,
  setCurrentDetails,
} from '@temporalio/workflow'
import {
  type RefundAct,
  refundActRefusal,
  type RefundDesk,
  type RefundStatus,
} from '#domain/refunds/refund.ts'
import { afterOutage, endRun, isExtra } from './ask-operator.ts'
import { clock, lookPauseMs, CallbackSignal } from './await-operator.ts'
import { isHistoryLong } from './history-length.ts'
import type { RefundInput } from './contract.ts'
import { type OrderInput, updates } from '#workflows/contract/messages.ts'
import { answerFirst, UpdateQueue } from './update-queue.ts'
import { LookNow } from './own-end.ts'
import type { End, Reopened, RefundSent, RefundSettled, Undecided } from './contract/results.ts'
import {
  checkRefund,
  decideRefund,
  flagRefund,
  giveUpRefund,
  openRefund,
  payRefund,
} from './proxies.ts'
import { type Silence, takeClosing, type Watch } from './take-closing.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The first checks follow the pauses of a collection; later ones come hourly, and after a day four times a day. */
const shortPauses = 12
/** Weeks of checks, after which the workflow continues as a new run. */
const looksPerRunMax = 100
/** Runs of the previous version stayed in one history: more than a year of checks. */
const looksInOneRun = 2000
/** Staff is notified of a refund once the operator has left it open for this long, and then daily. */
const flaggedAfterMs = hourMs
/** An operator that seems to have been unavailable for this long is asked a few more times: our own workers may have been down. */
const givenUpAfterMs = 3 * dayMs

const orders = {
  approve: updates.approveRefund,
  reject: updates.rejectRefund,
  cancel: updates.cancelRefund,
} as const satisfies Readonly<Record<RefundAct, unknown>>

/** What earlier runs have done. */
export interface RefundRunInput extends RefundInput {
  readonly before?:
    | {
        /** When it was first sent. */
        readonly startedAt: number
        readonly looks: number
        /** True once the operator has it, or may have it. */
        readonly isSent: boolean
        /** How often staff was notified. */
        readonly told: number
      }
    | undefined
}

/**
 * Money returned to a payer: decided by people → sent once to the operator → followed until the operator reports the
 * outcome. A refund with an unknown outcome stays open until the operator answers or staff gives a verdict
 * (docs/refunds.md#a-refund).
 */
export async function refund({ refundId, before }: RefundRunInput): Promise<RefundStatus> {
  const watch: Watch = {
    callbacks: new CallbackSignal(),
    queue: new UpdateQueue(),
    silence: { told: before?.told ?? 0 },
  }
  takeClosing(watch)
  const decided = await decide({ refundId }, watch)
  const isToPay = decided === 'approved' || decided === 'processing'
  const end = isToPay ? await pay({ refundId, before }, watch) : { status: decided }
  // If it has ended, the database says why no verdict is taken.
  watch.silence.isSent ??= true
  await condition(allHandlersFinished)
  return endRun(end)
}

/** Waits, as long as it takes, for staff to approve or reject, or for the merchant to cancel. */
async function decide(input: RefundInput, { queue, silence }: Watch): Promise<RefundStatus> {
  const lookNow = new LookNow()
  let standing: RefundDesk = { status: 'pending', approvers: [] }
  const read = async (): Promise<void> => {
    standing = await openRefund(input)
  }
  for (const act of ['approve', 'reject', 'cancel'] as const) {
    const judge = ({ actedBy }: OrderInput) => refundActRefusal(standing, act, actedBy)
    queue.take(orders[act], {
      judge,
      async follow(order) {
        const { actId, actedBy } = order
        // The previous update may have decided.
        const refused = judge(order)
        if (refused !== undefined) return { refused }
        const decided = await decideRefund({ actId })
        if ('refused' in decided) return decided
        const approvers = act === 'approve' ? [...standing.approvers, actedBy] : standing.approvers
        standing = { ...standing, status: decided.status, approvers }
        if (standing.status === 'pending') setCurrentDetails(waitsFor('a second member of staff'))
        return decided
      },
    })
  }
  setCurrentDetails(waitsFor('staff'))
  // A restarted run continues from the state in the database; runs of the previous version began with the wait.
  if (patched('refund-opened')) await queue.inTurn(read)
  noteUnsent(standing, silence)
  const isNews = (): boolean => standing.status !== 'pending' || lookNow.isAsked || isHistoryLong()
  const look = (): Promise<void> => queue.inTurn(() => checkRefund(input).then(read))
  while (standing.status === 'pending') {
    await waitFor(isNews, standing, look)
    if (lookNow.take()) await queue.inTurn(read)
    if (standing.status !== 'pending' || !isHistoryLong()) continue
    await condition(allHandlersFinished)
    // The last update may have decided.
    if (standing.status === 'pending') await continueAsNew<typeof refund>(input)
  }
  return standing.status
}

/** What waits for staff has not left. */
function noteUnsent({ status }: RefundDesk, silence: Silence): void {
  if (status === 'pending') silence.isSent = false
}

/** Asks again about one that may have left before the database was restored, as long as it waits. */
async function waitFor(
  isNews: () => boolean,
  { mayHaveLeft }: RefundDesk,
  look: () => Promise<void>,
): Promise<void> {
  if (mayHaveLeft !== true) return condition(isNews)
  await look()
  await condition(isNews, hourMs, { summary: 'It may have left: look for it again' })
}

/**
 * Sends it once, and again only while the operator certainly does not have it; then checks until the operator reports
 * the outcome.
 */
async function pay({ refundId, before }: RefundRunInput, watch: Watch): Promise<End<RefundStatus>> {
  // Runs of earlier versions do all their checks in one history, and add a second notice only if they have already
  // added one.
  const isBounded = patched('refund-continues-as-new')
  await answerFirst()
  const done = before ?? { startedAt: Date.now(), looks: 0, isSent: false }
  const answer: Answer = done.isSent ? { state: 'undecided' } : await payRefund({ refundId })
  watch.silence.isSent = true
  const looksMax = isBounded ? done.looks + looksPerRunMax : looksInOneRun
  const limits = { startedAt: done.startedAt, looksMax, isBounded }
  const followed = await follow(
    { refundId },
    { answer, looks: done.looks },
    { ...watch, ...limits },
  )
  if (followed.answer.state === 'settled') return followed.answer
  if (followed.answer.state === 'reopened') {
    await condition(allHandlersFinished)
    return continueAsNew<typeof refund>({ refundId })
  }
  if (!isBounded) return { status: 'processing' }
  await condition(allHandlersFinished)
  const isSent = followed.answer.state !== 'unavailable'
  const { startedAt } = done
  const after = { startedAt, looks: followed.looks, isSent, told: watch.silence.told }
  return continueAsNew<typeof refund>({ refundId, before: after })
}

type Answer = RefundSent | Undecided | Reopened
interface Followed {
  readonly answer: Answer
  readonly looks: number
}
interface Limits {
  readonly startedAt: number
  readonly looksMax: number
  readonly isBounded: boolean
}

/** Until the operator reports the outcome, or this run has done its share of checks. */
async function follow(
  input: RefundInput,
  { answer, looks }: Followed,
  { callbacks, queue, silence, startedAt, looksMax, isBounded }: Watch & Limits,
): Promise<Followed> {
  const late = new LateAsks(startedAt)
  while (isFollowed(answer) && looks < looksMax) {
    const sinceMs = Date.now() - startedAt
    if (isToTell(silence, sinceMs) && (isBounded || mayTellAgain(silence))) {
      const number = silence.told + 1
      await queue.ownStep(() => flagRefund({ ...input, number }))
      silence.told += 1
    }
    const lookAt = Date.now() + late.pauseMs(answer, looks, sinceMs)
    const isEnough = (): boolean => isBounded && isHistoryLong()
    const isHeard = await callbacks.listen(lookAt, detailsOf(answer, lookAt), isEnough)
    if (isEnough()) break
    // A callback causes an additional check, which does not count.
    if (!isHeard) looks += 1
    const { state } = answer
    answer = await queue.inTurn(() => next(input, { state, isHeard }, late))
    late.note(answer, { state, isHeard }, looks)
  }
  return { answer, looks }
}

function isFollowed(answer: Answer): answer is Exclude<Answer, RefundSettled | Reopened> {
  return answer.state !== 'settled' && answer.state !== 'reopened'
}

/** After an hour, and then daily. */
function isToTell({ told }: Silence, sinceMs: number): boolean {
  return sinceMs >= flaggedAfterMs + told * dayMs
}

/** Runs of the version before the previous one notified once. */
function mayTellAgain({ told }: Silence): boolean {
  return told === 0 || patched('refund-told-each-day')
}

async function next(input: RefundInput, { state, isHeard }: Turn, late: LateAsks): Promise<Answer> {
  if (state !== 'unavailable') return checkRefund(input)
  return late.mayAsk(isHeard) ? payRefund(input) : giveUpRefund(input)
}

/** True if it was sent just now, after an outage: its outcome is near. */
function hasLeft(answer: Answer, { state, isHeard }: Turn): boolean {
  if (answer.state === 'undecided') return isHeard && answer.isSentAgain === true
  return state === 'unavailable' && answer.state !== 'unavailable'
}

/** What the operator answered last, and whether somebody asks to look now. */
interface Turn {
  readonly state: Exclude<RefundSent, RefundSettled>['state'] | Undecided['state']
  readonly isHeard: boolean
}

/**
 * The pauses, and the few requests after the time for asking an unavailable operator is over: our own workers may have
 * been down during it.
 */
class LateAsks {
  readonly #overAt: number
  #asks = 0
  #hasBegun = false
  #looksBefore = 0

  constructor(startedAt: number) {
    this.#overAt = startedAt + givenUpAfterMs
  }

  /** The pause before the next request or check. */
  pauseMs({ state }: Answer, looks: number, sinceMs: number): number {
    const isToAsk = this.#hasBegun && state === 'unavailable'
    return isToAsk ? afterOutage.pauseMs : pauseMs(looks - this.#looksBefore, sinceMs)
  }

  /** The pauses start over for what was sent just now. */
  note(answer: Answer, turn: Turn, looks: number): void {
    if (hasLeft(answer, turn)) this.#looksBefore = looks
  }

  /** Runs of the previous version were given up without another request. */
  mayAsk(isHeard: boolean): boolean {
    if (Date.now() < this.#overAt) return true
    if (this.#asks >= afterOutage.asks || !patched('refund-asked-after-outage')) return false
    this.#hasBegun = true
    if (!(isHeard && isExtra())) this.#asks += 1
    return true
  }
}

function pauseMs(looks: number, sinceMs: number): number {
  if (looks < shortPauses) return lookPauseMs(looks)
  return sinceMs < dayMs ? hourMs : 6 * hourMs
}

function detailsOf(answer: Exclude<RefundSent, RefundSettled> | Undecided, lookAt: number): string {
  const summary = 'summary' in answer ? answer.summary : 'The operator has not told the outcome'
  return `${summary}. Looks at its callback, or at ${clock(lookAt)}.`
}

function waitsFor(whom: string): string {
  return `Waits for ${whom} to approve or reject, or for the merchant to cancel.`
}
