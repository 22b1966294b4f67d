import type { QueuedTransfer } from '#use-cases/transfers/queue.ts'

/** What decides about a transfer, as its page showed it. */
export function transferSeen({ state, takenBy, approvedBy }: QueuedTransfer): string {
  return [state, takenBy?.id ?? '', approvedBy?.id ?? ''].join('.')
}
