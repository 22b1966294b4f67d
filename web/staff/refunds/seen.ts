import type { QueuedRefund } from '#db/queries/refund-queue.ts'

/** What decides about a refund, as its page showed it. */
export function refundSeen({ status, approvedBy, secondApprovedBy }: QueuedRefund): string {
  return [status, approvedBy?.id ?? '', secondApprovedBy?.id ?? ''].join('.')
}
