import { condition, continueAsNew, setHandler } from '@temporalio/workflow'
import type { ReplayInput } from './contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { LookNow } from './own-end.ts'
import type { ReplayTurn } from './contract/results.ts'
import { replayDeliveries } from './proxies.ts'

/** Turns of one run before it continues as new: its history stays short however long the replay is. */
const turnsMax = 100

/**
 * Sends what endpoints missed once more, a few at a time. The database holds the progress, and ends the replay within
 * a day.
 */
export async function webhookReplay(input: ReplayInput): Promise<ReplayTurn['state']> {
  let isStopped = false
  setHandler(signals.replayStopped, () => {
    isStopped = true
  })
  const lookNow = new LookNow()
  for (let turn = 1; turn <= turnsMax; turn += 1) {
    const done = await replayDeliveries(input)
    if (done.state !== 'running') return done.state
    await condition(() => isStopped || lookNow.take(), done.pauseMs, {
      summary: 'Let the receivers keep up',
    })
  }
  return continueAsNew<typeof webhookReplay>(input)
}
