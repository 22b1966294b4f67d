import type { QueuedRefund } from '#use-cases/refunds/queue.ts'

/** What decides about a refund, as its page showed it. */
export function refundSeen({ status, approvedBy, secondApprovedBy }: QueuedRefund): string {
  return [status, approvedBy?.id ?? '', secondApprovedBy?.id ?? ''].join('.')
}
