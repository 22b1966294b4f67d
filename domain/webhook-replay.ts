/** How a replay stands: it goes on, all was sent once more, or somebody or its time ended it. */
export type ReplayStatus = 'running' | 'done' | 'stopped'

const dayMs = 86_400_000

/** How far back a replay reaches. */
export const replayDaysMax = 30

/** True for a time that a replay may begin at: not to come, and not too long ago. */
export function isReplayable(since: Date, now: Date): boolean {
  const agoMs = now.getTime() - since.getTime()
  return agoMs > 0 && agoMs <= replayDaysMax * dayMs
}
