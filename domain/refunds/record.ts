import type { OperatorRequestId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { type Money, toNumber } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { RefundOrigin, RefundStatus } from './refund.ts'

/** Everything the books know of a refund. */
export interface RefundRecord {
  readonly id: RefundId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly transactionId: TransactionId
  /** What the payer gets back. */
  readonly amount: Money
  /** The part of it taken from where the payment's funds stood, minor units. */
  readonly fundsAmount: bigint
  /** What of it are fees that the service gave back. */
  readonly feesRefunded: Money
  readonly status: RefundStatus
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly provider: string
  readonly providerReference: string | null
  readonly operatorRequestId: OperatorRequestId
  readonly requestedBy: string
  readonly approvalsNeeded: number
  readonly approvedBy: string | null
  readonly secondApprovedBy: string | null
  readonly failureCode: string | null
  /** When staff was told that the operator leaves the outcome open. */
  readonly attentionAt: Date | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** What payloads tell of a refund. */
export type ToldRefund = Pick<
  RefundRecord,
  'id' | 'transactionId' | 'amount' | 'status' | 'reason' | 'origin' | 'mode'
>

/**
 * `data` of the refund events (docs/webhooks.md#payloads): `transactionId` is the refund, `paymentId` what it gives
 * back.
 */
export function refundPayload(refund: ToldRefund) {
  return {
    transactionId: refund.id,
    paymentId: refund.transactionId,
    amount: toNumber(refund.amount),
    currency: refund.amount.currency,
    status: refund.status.toUpperCase(),
    reason: refund.reason,
    origin: refund.origin,
    mode: refund.mode.toUpperCase(),
  }
}

/** What of a refund is only told in a test event. */
export const exampleRefund = { reason: 'Exemple de remboursement', origin: 'merchant' } as const
