import { setCurrentDetails, sleep } from '@temporalio/workflow'
import type { StandingOrderInput } from './contract.ts'
import type { StandingOrderPaid } from './contract/results.ts'
import { payStandingOrder } from './proxies.ts'

/** More turns than are needed to wait half a day for an operator. */
const turnsMax = 200

/**
 * One day of a standing order, started by its Schedule: makes the payout that is due, which then has a run of its own.
 */
export async function standingOrder(
  input: StandingOrderInput,
): Promise<StandingOrderPaid['state']> {
  for (let turn = 1; turn <= turnsMax; turn += 1) {
    const { state, waitMs } = await payStandingOrder(input)
    setCurrentDetails(state === 'due' ? 'Waits to try again.' : `Ended: ${state}.`)
    if (state !== 'due') return state
    await sleep(waitMs, { summary: 'Let a limit pass, or the operator come back' })
  }
  return 'due'
}
