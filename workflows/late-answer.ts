import { setCurrentDetails } from '@temporalio/workflow'
import { clock, OperatorEar } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { checkLateAnswer } from './proxies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** When to look at a payment whose fate the operator had not told, after its end; a day later staff decides. */
const lookTimesMs = [5000, minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * hourMs, 24 * hourMs]

/**
 * Watches an expired payment for a day: an operator that debits the payer after all must not keep the
 * money unseen. The payment stays expired; the ledger keeps the amount for the payer.
 */
export async function lateAnswer(input: TransactionInput): Promise<'closed' | 'undecided'> {
  const ear = new OperatorEar()
  const startedAt = Date.now()
  for (const lookTimeMs of lookTimesMs) {
    if (await isToldUntil(startedAt + lookTimeMs, ear, input)) {
      return end('closed', 'The operator told the outcome.')
    }
  }
  return end('undecided', 'The operator never told the outcome: staff must ask it.')
}

/** Looks at each callback until that time, and then; a callback that tells nothing takes no look away. */
async function isToldUntil(
  lookAt: number,
  ear: OperatorEar,
  input: TransactionInput,
): Promise<boolean> {
  const details = `Expired before the operator told the outcome. Looks at its callback, or at ${clock(lookAt)}.`
  for (let isHeard = true; isHeard;) {
    isHeard = await ear.listen(lookAt, details)
    const { state } = await checkLateAnswer(input)
    if (state === 'closed') return true
  }
  return false
}

function end<State>(state: State, details: string): State {
  setCurrentDetails(details)
  return state
}
