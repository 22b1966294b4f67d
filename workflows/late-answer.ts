import { setCurrentDetails } from '@temporalio/workflow'
import { clock, OperatorEar } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { operator } from './proxies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Pauses before the looks at a payment whose fate the operator had not told, over a day; then staff decides. */
const pausesMs = [5000, minuteMs, 5 * minuteMs, 30 * minuteMs, 4 * hourMs, 20 * hourMs]

/**
 * Watches an expired payment for a day: an operator that debits the payer after all must not keep the
 * money unseen. The payment stays expired; the ledger keeps the amount for the payer.
 */
export async function lateAnswer(input: TransactionInput): Promise<'closed' | 'undecided'> {
  const ear = new OperatorEar()
  for (const pauseMs of pausesMs) {
    const lookAt = Date.now() + pauseMs
    await ear.listen(
      lookAt,
      `Expired before the operator told the outcome. Looks at its callback, or at ${clock(lookAt)}.`,
    )
    const answer = await operator.checkLateAnswer(input)
    if (answer.state === 'closed') return end('closed', 'The operator told the outcome.')
  }
  return end('undecided', 'The operator never told the outcome: staff must ask it.')
}

function end<State>(state: State, details: string): State {
  setCurrentDetails(details)
  return state
}
