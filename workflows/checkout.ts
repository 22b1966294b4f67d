import {
  allHandlersFinished,
  condition,
  continueAsNew,
  setCurrentDetails,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import { isCheckoutOver, type CheckoutStatus } from '#domain/checkouts/checkout.ts'
import { CheckoutArbiter, type CheckoutRunInput } from './checkout-arbiter.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { isHistoryLong } from './history-length.ts'
import { markFirstTask } from './update-queue.ts'

/**
 * A cash desk's QR code: open until it is paid, cancelled or expired, and held by one payment at a time. Requests
 * arrive as Updates, ends of payments as signals (docs/checkouts-and-terminals.md#states-of-a-checkout).
 */
export async function checkout(input: CheckoutRunInput): Promise<CheckoutStatus> {
  markFirstTask()
  const arbiter = new CheckoutArbiter(input)
  await arbiter.begin()
  while (!isCheckoutOver(arbiter.status)) {
    if (arbiter.status === 'open') await arbiter.awaitPayer()
    else await arbiter.awaitPayment()
    if (isCheckoutOver(arbiter.status) || !isHistoryLong()) continue
    await condition(allHandlersFinished)
    // The last update may have ended it.
    if (!isCheckoutOver(arbiter.status)) await continueAsNew<typeof checkout>(arbiter.input)
  }
  await condition(allHandlersFinished)
  // Runs of the previous version started without it.
  const isSearched = workflowInfo().typedSearchAttributes.get(searchAttributes.transactionStatus)
  if (isSearched !== undefined) {
    upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: arbiter.status }])
  }
  setCurrentDetails(`Ended: ${arbiter.status}.`)
  return arbiter.status
}
