import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { CallbackSignal } from './await-operator.ts'
import { updates } from '#workflows/contract/messages.ts'
import type { UpdateQueue } from './update-queue.ts'
import { closeUnknown } from './proxies.ts'

/** What the run of a payout or refund knows about an operator that does not answer. */
export interface Silence {
  /** How often staff was notified of it. */
  told: number
  /** True once the operator has it, or may have it. */
  isSent: boolean
}

/**
 * Accepts staff verdicts once the order was sent; the database knows whether staff was notified. Calls to the
 * operator, which may send again, take turns with verdicts; after a verdict the next check finds the outcome in the
 * database.
 */
export function takeClosing(queue: UpdateQueue, callbacks: CallbackSignal, silence: Silence): void {
  queue.take(updates.closeUnknown, {
    judge: () => (silence.isSent ? undefined : 'action_not_allowed'),
    async follow({ actId }) {
      const decided = await closeUnknown({ actId })
      if ('status' in decided && !open.has(decided.status)) callbacks.wake()
      return decided
    },
  })
}

/** The states in which another verdict is still needed. */
const open: ReadonlySet<string> = new Set<TransactionStatus | RefundStatus>([
  'pending',
  'processing',
])
