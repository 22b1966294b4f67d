/** How fast endpoints that are sent as much as they may be at once make room, as this worker sees it. */
export interface Pace {
  /** Somebody comes to send to an endpoint. */
  come(endpointId: string): Visit
}

/** One who came. */
export interface Visit {
  /** It was sent, or was not to be; nothing after a refusal. */
  done(): void
  /** There was no room: after how many milliseconds to come again. */
  refused(): number
}

interface Line {
  /** Since when each who came is here; in their order. */
  readonly here: Set<number>
  /** What a send takes, of those that ended. */
  sendMs: number
  /** When the last who was refused comes again. */
  lastPlace: number
}

/** So many are sent to one endpoint at once. */
const atOnce = 5
const shortestPauseMs = 300
const longestPauseMs = 20_000
const shortestSendMs = 100
/** Weight of the latest send. */
const weight = 0.3
const linesMax = 10_000

/**
 * Gives each who finds no room a place in a line that moves as fast as sends end: a hundred for a quick receiver come
 * again within seconds, hundreds for one that hangs after 20 s and more, for each try costs those who are sent meanwhile.
 * `now` is in milliseconds.
 */
export function createPace(now: () => number = () => performance.now()): Pace {
  const lines = new Map<string, Line>()
  return {
    come(endpointId) {
      const line = lines.get(endpointId) ?? { here: new Set(), sendMs: 0, lastPlace: 0 }
      if (lines.size >= linesMax) lines.clear()
      lines.set(endpointId, line)
      const since = momentIn(line, now())
      line.here.add(since)
      return {
        done() {
          const at = now()
          if (!line.here.delete(since)) return
          line.sendMs += weight * (at - since - line.sendMs)
          if (line.here.size === 0 && line.lastPlace <= at) lines.delete(endpointId)
        },
        refused() {
          const at = now()
          line.here.delete(since)
          const [oldest = at] = line.here
          const sendMs = Math.max(shortestSendMs, line.sendMs, at - oldest)
          const last = Math.min(Math.max(line.lastPlace, at + shortestPauseMs), at + longestPauseMs)
          line.lastPlace = last + sendMs / atOnce
          return Math.round((last - at) * spread())
        },
      }
    },
  }
}

/** Two who come in one moment are two. */
function momentIn({ here }: Line, at: number): number {
  let moment = at
  while (here.has(moment)) moment += 0.001
  return moment
}

/** Those who were refused together would else come together. */
const spread = (): number => 0.5 + Math.random()
