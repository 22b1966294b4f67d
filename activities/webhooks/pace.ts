/** How fast busy endpoints become free, as seen by this worker. */
export interface Pace {
  /** A send to an endpoint arrives. */
  come(endpointId: string): Visit
}

/** One send that arrived. */
export interface Visit {
  /** It was sent, or did not need to be; ignored after a refusal. */
  done(): void
  /** The endpoint was busy: milliseconds until the next try. */
  refused(): number
}

interface Line {
  /** When each waiting send arrived, in order. */
  readonly here: Set<number>
  /** The average duration of completed sends. */
  sendMs: number
  /** When the last refused send will retry. */
  lastPlace: number
}

/** The maximum of concurrent sends to one endpoint. */
const atOnce = 5
const shortestPauseMs = 300
const longestPauseMs = 20_000
const shortestSendMs = 100
/** Weight of the latest send. */
const weight = 0.3
const linesMax = 10_000

/**
 * Puts each send that finds its endpoint busy in a line, which moves as fast as sends complete. With a quick receiver
 * a hundred retry within seconds; with one that hangs, hundreds retry after 20 s or more, because each try slows down
 * the sends in progress. `now` is in milliseconds.
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

/** Two sends that arrive at the same moment need two entries. */
function momentIn({ here }: Line, at: number): number {
  let moment = at
  while (here.has(moment)) moment += 0.001
  return moment
}

/** Jitter: otherwise sends refused together would retry together. */
const spread = (): number => 0.5 + Math.random()
