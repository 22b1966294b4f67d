import {
  condition,
  continueAsNew,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow'
import type { PayoutFileState } from '#domain/payouts/file.ts'
import type { PayoutFileInput } from './contract.ts'
import { signals } from '#workflows/contract/messages.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { isHistoryLong } from './history-length.ts'
import { LookNow } from './own-end.ts'
import type { PayoutFileStanding } from './contract/results.ts'
import { payLines } from './proxies.ts'

/** Turns of one run before it continues as new: its history stays short however long the file is. */
const turnsMax = 100
/** How often a paused file is checked, in case a signal is lost. */
const pausedLookMs = 86_400_000

/**
 * A file of payouts: each turn makes the next lines into payouts, until none is left. It is paused, resumed and
 * cancelled in the database, and a signal tells the run to look; each payout has a run of its own.
 */
export async function payoutFile(input: PayoutFileInput): Promise<PayoutFileState> {
  let isMoved = false
  setHandler(signals.payoutFileMoved, () => {
    isMoved = true
  })
  const lookNow = new LookNow()
  let told: PayoutFileState | undefined
  for (let turn = 1; turn <= turnsMax && !isHistoryLong(); turn += 1) {
    isMoved = false
    const standing = await payLines(input)
    told = tell(standing, told)
    const { state } = standing
    if (state !== 'running' && state !== 'paused') return state
    const pause = pauseOf(standing)
    if (pause === undefined) continue
    const isNews = () => isMoved || lookNow.take() || isHistoryLong()
    await condition(isNews, pause.ms, { summary: pause.summary })
  }
  return continueAsNew<typeof payoutFile>(input)
}

/** Sets the progress shown in the Temporal UI, and the state for searches. */
function tell(
  { state, sent, refused, total }: PayoutFileStanding,
  told: PayoutFileState | undefined,
): PayoutFileState {
  setCurrentDetails(`${state}: ${sent} of ${total} lines sent, ${refused} refused.`)
  if (state !== told)
    upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: state }])
  return state
}

/** The pause before the next turn; undefined if there is none. */
function pauseOf({ state, waitMs }: PayoutFileStanding) {
  if (state === 'paused') return { ms: pausedLookMs, summary: 'Until somebody resumes it' }
  return waitMs === 0 ? undefined : { ms: waitMs, summary: 'Let limits pass' }
}
