import { continueAsNew, setCurrentDetails } from '@temporalio/workflow'
import { clock, CallbackSignal } from './await-operator.ts'
import type { RefundInput, TransactionInput } from './contract.ts'
import { isHistoryLong } from './history-length.ts'
import type { LateAnswer, LateLook } from './contract/results.ts'
import { checkLateAnswer } from './proxies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** When to check a payment that ended without an answer; after a day staff decides. */
const lookTimesMs = [5000, minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * hourMs, 24 * hourMs]
/** Further checks of what staff closed, because the operator had already not answered for long. */
const longLookTimesMs = [2 * dayMs, 4 * dayMs, 7 * dayMs]

/** What a run knows of its watch. */
interface Watch {
  /** When its term began. */
  startedAt: number
  looks: number
  isByStaff: boolean
  /** Which opening of the watch that term is of; unknown until the first look. */
  openedAt?: string
}

/** What earlier runs have done. */
type LateAnswerInput = (TransactionInput | RefundInput) & { readonly before?: Watch }

/**
 * Watches an expired payment for a day, and a payout or refund that staff closed for a week: if the operator moves
 * the money after all, or did not move it, that must be noticed. A watch that is opened again lasts from then. "Not
 * found" is believed only at the end. The recorded outcome does not change; the ledger records the difference.
 */
export async function lateAnswer({
  before,
  ...input
}: LateAnswerInput): Promise<'closed' | 'undecided'> {
  const callbacks = new CallbackSignal()
  const watch = before ?? { startedAt: Date.now(), looks: 0, isByStaff: false }
  for (;;) {
    const lookTimeMs = [...lookTimesMs, ...longLookTimesMs][watch.looks]
    if (lookTimeMs === undefined) break
    const isHeard = await callbacks.listen(...waitOf(watch, lookTimeMs))
    if (isHistoryLong()) return continueAsNew<typeof lateAnswer>({ ...input, before: watch })
    const answer = await checkLateAnswer({ ...input, ...(isHeard ? {} : lookOf(watch)) })
    if (answer.state === 'closed')
      return end('closed', 'The operator told the outcome, or never had it.')
    if (!goesOn(watch, answer, isHeard)) break
  }
  return end('undecided', 'The operator never told the outcome: staff must ask it.')
}

function waitOf({ startedAt }: Watch, lookTimeMs: number): [number, string] {
  const lookAt = startedAt + lookTimeMs
  const details = `Ended before the operator told the outcome. Looks at its callback, or at ${clock(lookAt)}.`
  return [lookAt, details]
}

function isLastLook({ looks, isByStaff }: Watch): boolean {
  return looks === (isByStaff ? longLookTimesMs.length : 0) + lookTimesMs.length - 1
}

function lookOf(watch: Watch): LateLook {
  const { openedAt } = watch
  return isLastLook(watch) ? { isLast: true, ...(openedAt !== undefined && { openedAt }) } : {}
}

type Undecided = Extract<LateAnswer, { state: 'undecided' }>

/** False if the watch is over after this check. */
function goesOn(watch: Watch, answer: Undecided, isHeard: boolean): boolean {
  const isLast = isLastLook(watch)
  const isRenewed = renew(watch, answer)
  // A callback without news does not count.
  if (isHeard) return true
  watch.isByStaff = answer.isByStaff === true
  if (!isLast) watch.looks += 1
  return !isLast || isRenewed
}

/** True if the watch was opened again: its term starts over. */
function renew(watch: Watch, { openedAt }: Undecided): boolean {
  if (openedAt === undefined) return false
  const isRenewed = watch.openedAt !== undefined && watch.openedAt !== openedAt
  if (isRenewed) watch.startedAt = Date.now()
  watch.openedAt = openedAt
  return isRenewed
}

function end<State>(state: State, details: string): State {
  setCurrentDetails(details)
  return state
}
