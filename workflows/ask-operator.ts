import { patched, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import { clock } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { isHistoryLong } from './history-length.ts'
import { LookNow } from './own-end.ts'
import type { Asked, End } from './contract/results.ts'

/** How requests to an operator are repeated. */
interface Asking {
  readonly request: (input: TransactionInput) => Promise<Asked>
  /** The pause before request number `refusals + 2`, while the operator is unavailable. */
  readonly pauseMs: (refusals: number) => number
  /** Continues in a new run. */
  readonly goOn: () => Promise<never>
  /** True to ask a few times more if nobody was there to ask as the time was up. */
  readonly isAskedAfterOutage?: () => boolean
}

/** How often and how soon an operator is asked once more after an outage of ours that outlasted the order's time. */
export const afterOutage = { asks: 3, pauseMs: 20_000 } as const
/**
 * A late request that somebody asked for is one more: it takes none from those that the run makes by itself. Runs of the
 * previous version counted it among them.
 */
export const isExtra = (): boolean => patched('late-ask-at-request-is-extra')
/** In the regular course the last request leaves within it. */
const outageMs = 60_000

/**
 * Sends the request again only while the operator certainly does not have it, and only until the time is up, or a few
 * times more after an outage.
 */
export async function askOperator(input: TransactionInput, asking: Asking): Promise<Asked> {
  const { request, goOn } = asking
  const lookNow = new LookNow()
  const before = { refusals: 0, lateAsks: 0 }
  for (;;) {
    const asked = await request(input)
    if (asked.state !== 'unavailable') return asked
    const deadline = Date.parse(asked.expiresAt)
    const nextAt = nextAskAt(deadline, before, asking)
    if (nextAt === undefined) return asked
    before.refusals += 1
    setCurrentDetails(`${asked.summary}. Asking again at ${clock(nextAt)}.`)
    const pauseMs = nextAt - Date.now()
    const isTold = await lookNow.pause(pauseMs, 'The operator is unavailable: ask again')
    if (nextAt > deadline && !(isTold && isExtra())) before.lateAsks += 1
    if (isHistoryLong()) await goOn()
  }
}

function nextAskAt(
  deadline: number,
  { refusals, lateAsks }: { readonly refusals: number; readonly lateAsks: number },
  { pauseMs, isAskedAfterOutage = never }: Asking,
): number | undefined {
  const now = Date.now()
  if (now < deadline) return Math.min(now + pauseMs(refusals), deadline)
  const isAfterOutage = now >= deadline + outageMs && lateAsks < afterOutage.asks
  return isAfterOutage && isAskedAfterOutage() ? now + afterOutage.pauseMs : undefined
}

const never = (): boolean => false

/** The last details of the run of a transaction or refund. */
export function endRun<Status extends FinalStatus | RefundStatus>({
  status,
  failureCode,
}: End<Status>): Status {
  setCurrentDetails(`Ended: ${status}${failureCode === undefined ? '' : ` (${failureCode})`}.`)
  upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: status }])
  return status
}
