import { payNextLine } from '#use-cases/payouts/pay-line.ts'
import type { PayoutFileInput } from '#workflows/contract.ts'
import type { PayoutFileStanding } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { beat } from './heartbeat.ts'

/** Lines per turn, some seconds of work, after which the run reports its progress. */
const linesPerTurn = 250

/**
 * Pays line after line, each in transactions of its own, until the turn is over, something blocks it, or the worker
 * stops.
 */
export async function payLines(
  dependencies: ActivityDependencies,
  { payoutFileId }: PayoutFileInput,
): Promise<PayoutFileStanding> {
  let step = await payNextLine(dependencies, payoutFileId)
  for (let lines = 1; lines < linesPerTurn; lines += 1) {
    if (step.state !== 'running' || step.waitMs > 0 || !beat(step)) break
    step = await payNextLine(dependencies, payoutFileId)
  }
  return step
}
