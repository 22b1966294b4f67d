/** How a replay stands: it goes on, all was sent once more, or somebody or its time ended it. */
export type ReplayStatus = 'running' | 'done' | 'stopped'

const dayMs = 86_400_000

/** How far back a replay reaches. */
export const replayDaysMax = 30

/** True for the start of a day that a replay may begin at: today, or one of so many before. */
export function isReplayable(since: Date, now: Date): boolean {
  const agoMs = now.getTime() - since.getTime()
  return agoMs > 0 && agoMs <= (replayDaysMax + 1) * dayMs
}
