import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow'
import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { FinalStatus } from '#domain/transactions/transaction.ts'
import { clock } from './await-operator.ts'
import type { TransactionInput } from './contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { isHistoryLong } from './history-length.ts'
import { LookNow } from './own-end.ts'
import type { Asked } from './contract/results.ts'

/** How requests to an operator are repeated. */
interface Asking {
  readonly request: (input: TransactionInput) => Promise<Asked>
  /** The pause before request number `refusals + 2`, while the operator is unavailable. */
  readonly pauseMs: (refusals: number) => number
  /** Continues in a new run. */
  readonly goOn: () => Promise<never>
}

/** Sends the request again only while the operator certainly does not have it, and only until the time is up. */
export async function askOperator(
  input: TransactionInput,
  { request, pauseMs, goOn }: Asking,
): Promise<Asked> {
  const lookNow = new LookNow()
  for (let refusals = 0; ; refusals += 1) {
    const asked = await request(input)
    if (asked.state !== 'unavailable') return asked
    const deadline = Date.parse(asked.expiresAt)
    if (Date.now() >= deadline) return asked
    const nextAt = Math.min(Date.now() + pauseMs(refusals), deadline)
    setCurrentDetails(`${asked.summary}. Asking again at ${clock(nextAt)}.`)
    await lookNow.pause(nextAt - Date.now(), 'The operator is unavailable: ask again')
    if (isHistoryLong()) await goOn()
  }
}

/** The last details of the run of a transaction or refund. */
export function endRun<Status extends FinalStatus | RefundStatus>(status: Status): Status {
  setCurrentDetails(`Ended: ${status}.`)
  upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: status }])
  return status
}
