import type { Log } from './log.ts'
import { awayReason } from './temporal-patience.ts'

/** What the outbox reports of Temporal. */
export interface TemporalWatch {
  readonly onError: (error: unknown, entries: number) => void
  readonly onTaken: () => void
}

/**
 * Logs an outage of Temporal as one line, and its end as another, however many payments come meanwhile. Anything else
 * that goes wrong is logged with its error.
 */
export function watchTemporal(log: Log, address: string, clock = Date.now): TemporalWatch {
  let since: number | undefined
  let isTold = false
  let endedAt = -Infinity
  return {
    onError(error, entries) {
      const reason = awayReason(error)
      if (reason === undefined) {
        log.warn({ err: error, entries }, 'Temporal did not take it; the relay will try again')
      } else {
        since ??= clock()
        if (isTold || clock() - endedAt < quietMs) return
        isTold = true
        log.warn({ address, reason }, away)
      }
    },
    onTaken() {
      if (since === undefined) return
      endedAt = clock()
      if (isTold) log.info({ seconds: Math.round((endedAt - since) / 1000) }, back)
      since = undefined
      isTold = false
    },
  }
}

/** A call that began during an outage may fail after its end: that is no second outage. */
const quietMs = 10_000

const away =
  'Temporal does not answer: payments are accepted and wait in the outbox, nothing is sent. Bring it back, nothing else has to be done; npm run doctor tells why it is not reached (docs/runbook.md#when-something-is-away)'
const back = 'Temporal answers again: what waited in the outbox is handed over'
