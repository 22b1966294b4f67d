import { continueAsNew, setCurrentDetails } from '@temporalio/workflow'
import { clock, OperatorEar } from './await-operator.ts'
import type { RefundInput, TransactionInput } from './contract.ts'
import { isHistoryLong } from './history-length.ts'
import type { LateAnswer } from './ports.ts'
import { checkLateAnswer } from './proxies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** When to look at what had not been told when it ended; a day later staff decides. */
const lookTimesMs = [5000, minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * hourMs, 24 * hourMs]
/** Of what staff closed, because the operator had been silent for so long: looks more. */
const longLookTimesMs = [2 * dayMs, 4 * dayMs, 7 * dayMs]

/** What the runs before have done. */
type LateAnswerInput = (TransactionInput | RefundInput) & {
  readonly before?: {
    readonly startedAt: number
    readonly looks: number
    readonly isByStaff: boolean
  }
}

/**
 * Watches an expired payment for a day, and a payout or refund that staff closed for a week: an operator that moves the
 * money after all, or did not move it, must not go unseen. That it does not find the order is not believed before the end.
 * The end in the books stays what it is; the ledger keeps the difference.
 */
export async function lateAnswer({
  before,
  ...input
}: LateAnswerInput): Promise<'closed' | 'undecided'> {
  const ear = new OperatorEar()
  let { startedAt, looks, isByStaff } = before ?? newWatch()
  for (const lookTimeMs of [...lookTimesMs, ...longLookTimesMs].slice(looks)) {
    const isLast = looks === (isByStaff ? longLookTimesMs.length : 0) + lookTimesMs.length - 1
    const answer = await toldUntil({ lookAt: startedAt + lookTimeMs, isLast }, ear, input)
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

/** Looks at each callback until that time, and then; a callback that tells nothing takes no look away. `long`: the history is. */
async function toldUntil(
  { lookAt, isLast }: { readonly lookAt: number; readonly isLast: boolean },
  ear: OperatorEar,
  input: TransactionInput | RefundInput,
): Promise<LateAnswer | 'long'> {
  const details = `Ended before the operator told the outcome. Looks at its callback, or at ${clock(lookAt)}.`
  for (;;) {
    const isHeard = await ear.listen(lookAt, details)
    if (isHistoryLong()) return 'long'
    const answer = await checkLateAnswer(isLast && !isHeard ? { ...input, isLast } : input)
    if (answer.state === 'closed' || !isHeard) return answer
  }
}

function end<State>(state: State, details: string): State {
  setCurrentDetails(details)
  return state
}
