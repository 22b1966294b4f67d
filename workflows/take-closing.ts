import type { RefundStatus } from '#domain/refunds/refund.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import type { OperatorEar } from './await-operator.ts'
import { updates } from '#workflows/contract/messages.ts'
import type { UpdateQueue } from './update-queue.ts'
import { closeUnknown } from './proxies.ts'

/** What the run of a payout or refund knows of its operator's silence. */
export interface Silence {
  /** How often staff was told of it. */
  told: number
  /** True once the operator has it, or may have it. */
  isSent: boolean
}

/**
 * Takes the word of staff on how it ended, once it was sent; whether staff was told that the operator says nothing the books
 * know. Looks at the operator, which may send again, take turns with it; after it the next look finds the end in the books.
 */
export function takeClosing(queue: UpdateQueue, ear: OperatorEar, silence: Silence): void {
  queue.take(updates.closeUnknown, {
    judge: () => (silence.isSent ? undefined : 'action_not_allowed'),
    async follow({ actId }) {
      const decided = await closeUnknown({ actId })
      if ('status' in decided && !open.has(decided.status)) ear.wake()
      return decided
    },
  })
}

/** How they stand as long as another word is needed. */
const open: ReadonlySet<string> = new Set<TransactionStatus | RefundStatus>([
  'pending',
  'processing',
])
