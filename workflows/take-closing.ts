import { CancellationScope, condition } from '@temporalio/workflow'
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
  /** True once the operator has it, or may have it; undefined as long as this run has not found out. */
  isSent?: boolean
}

/** What such a run listens to, and what it knows of that. */
export interface Watch {
  readonly callbacks: CallbackSignal
  readonly queue: UpdateQueue
  readonly silence: Silence
}

/**
 * Accepts staff verdicts once the order was sent; the database knows whether staff was notified. A run that was continued
 * or started again first finds out whether it was. Calls to the operator, which may send again, take turns with verdicts;
 * after a verdict the next check finds the outcome in the database.
 */
export function takeClosing({ queue, callbacks, silence }: Watch): void {
  const judge = () => (silence.isSent === false ? 'action_not_allowed' : undefined)
  queue.take(updates.closeUnknown, {
    judge,
    ready: () => (silence.isSent === undefined ? known(silence) : undefined),
    async follow({ actId }) {
      // What the run has found out meanwhile.
      const refused = judge()
      if (refused !== undefined) return { refused }
      const decided = await closeUnknown({ actId })
      if ('status' in decided && !open.has(decided.status)) callbacks.wake()
      return decided
    },
  })
}

/** A run that somebody has cancelled goes on. */
function known(silence: Silence): Promise<void> {
  const isKnown = (): boolean => silence.isSent !== undefined
  return CancellationScope.nonCancellable(() => condition(isKnown))
}

/** The states in which another verdict is still needed. */
const open: ReadonlySet<string> = new Set<TransactionStatus | RefundStatus>([
  'pending',
  'processing',
])
