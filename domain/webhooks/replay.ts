import { isEnd, type MoveTable, openStatesOf } from '#domain/states/moves.ts'

/** The state of a replay: running, everything was sent again, or stopped by somebody or by its time limit. */
export type ReplayStatus = 'running' | 'done' | 'stopped'

/** How one ends. */
export type ReplayEnd = Exclude<ReplayStatus, 'running'>

/** The one table of a replay's moves; the database enforces the same moves. */
export const replayMoves: MoveTable<ReplayStatus, 'start' | 'reach_end' | 'stop' | 'time_out'> = {
  name: 'replay',
  moves: [
    { from: null, to: 'running', causes: { start: 'merchant' } },
    { from: 'running', to: 'done', causes: { reach_end: 'service' } },
    { from: 'running', to: 'stopped', causes: { stop: 'merchant', time_out: 'timer' } },
  ],
}

/** The states in which a replay goes on. */
export const openReplayStatuses: readonly ReplayStatus[] = openStatesOf(replayMoves)

/** True once it sends nothing more. */
export function isReplayOver(status: ReplayStatus): status is ReplayEnd {
  return isEnd(replayMoves, status)
}

const dayMs = 86_400_000

/** How far back a replay can reach. */
export const replayDaysMax = 30

/** True for the start of a day that a replay may begin at: today, or one of this many days before. */
export function isReplayable(since: Date, now: Date): boolean {
  const agoMs = now.getTime() - since.getTime()
  return agoMs > 0 && agoMs <= (replayDaysMax + 1) * dayMs
}
