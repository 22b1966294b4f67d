import { continueAsNew, setCurrentDetails } from '@temporalio/workflow'
import { clock, CallbackSignal } from './await-operator.ts'
import type { RefundInput, TransactionInput } from './contract.ts'
import { isHistoryLong } from './history-length.ts'
import type { LateAnswer } from './contract/results.ts'
import { checkLateAnswer } from './proxies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** When to check a payment that ended without an answer; after a day staff decides. */
const lookTimesMs = [5000, minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * hourMs, 24 * hourMs]
/** Further checks of what staff closed, because the operator had already not answered for long. */
const longLookTimesMs = [2 * dayMs, 4 * dayMs, 7 * dayMs]

/** What earlier runs have done. */
type LateAnswerInput = (TransactionInput | RefundInput) & {
  readonly before?: {
    readonly startedAt: number
    readonly looks: number
    readonly isByStaff: boolean
  }
}

/**
 * Watches an expired payment for a day, and a payout or refund that staff closed for a week: if the operator moves
 * the money after all, or did not move it, that must be noticed. "Not found" is believed only at the end. The
 * recorded outcome does not change; the ledger records the difference.
 */
export async function lateAnswer({
  before,
  ...input
}: LateAnswerInput): Promise<'closed' | 'undecided'> {
  const callbacks = new CallbackSignal()
  let { startedAt, looks, isByStaff } = before ?? newWatch()
  for (const lookTimeMs of [...lookTimesMs, ...longLookTimesMs].slice(looks)) {
    const isLast = looks === (isByStaff ? longLookTimesMs.length : 0) + lookTimesMs.length - 1
    const answer = await toldUntil({ lookAt: startedAt + lookTimeMs, isLast }, callbacks, input)
    if (answer === 'long') {
      const done = { startedAt, looks, isByStaff }
      return continueAsNew<typeof lateAnswer>({ ...input, before: done })
    }
    looks += 1
    if (answer.state === 'closed')
      return end('closed', 'The operator told the outcome, or never had it.')
    isByStaff = answer.isByStaff === true
    if (isLast) break
  }
  return end('undecided', 'The operator never told the outcome: staff must ask it.')
}

function newWatch(): NonNullable<LateAnswerInput['before']> {
  return { startedAt: Date.now(), looks: 0, isByStaff: false }
}

/**
 * Checks at each callback until that time, and then once more. A callback without news does not count. Returns `long`
 * if the history is long.
 */
async function toldUntil(
  { lookAt, isLast }: { readonly lookAt: number; readonly isLast: boolean },
  callbacks: CallbackSignal,
  input: TransactionInput | RefundInput,
): Promise<LateAnswer | 'long'> {
  const details = `Ended before the operator told the outcome. Looks at its callback, or at ${clock(lookAt)}.`
  for (;;) {
    const isHeard = await callbacks.listen(lookAt, details)
    if (isHistoryLong()) return 'long'
    const answer = await checkLateAnswer(isLast && !isHeard ? { ...input, isLast } : input)
    if (answer.state === 'closed' || !isHeard) return answer
  }
}

function end<State>(state: State, details: string): State {
  setCurrentDetails(details)
  return state
}
