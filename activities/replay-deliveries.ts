import { advanceReplay } from '#use-cases/webhooks/advance-replay.ts'
import type { ReplayInput } from '#workflows/contract.ts'
import type { ReplayTurn } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** The pause while receivers keep up, and while they do not. */
const movingPauseMs = 1000
const standingPauseMs = 3000

/** One turn of a replay. */
export async function replayDeliveries(
  { database, outbox }: ActivityDependencies,
  { replayId }: ReplayInput,
): Promise<ReplayTurn> {
  const step = await advanceReplay(database, outbox, replayId)
  if (step.status !== 'running') return { state: step.status }
  return { state: 'running', pauseMs: step.isMoving ? movingPauseMs : standingPauseMs }
}
