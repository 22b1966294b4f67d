import type { OperatorRequestId, RefundId, ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { type Money, toNumber } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { RefundOrigin, RefundStatus } from './refund.ts'

/** Everything recorded about a refund. */
export interface RefundRecord {
  readonly id: RefundId
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly transactionId: TransactionId
  /** What the payer gets back. */
  readonly amount: Money
  /** The part taken from the account of the payment's funds, minor units. */
  readonly fundsAmount: bigint
  /** The part of it that is fees the platform gave back. */
  readonly feesRefunded: Money
  readonly status: RefundStatus
  readonly reason: string | null
  readonly origin: RefundOrigin
  readonly provider: string
  readonly providerReference: string | null
  readonly operatorRequestId: OperatorRequestId
  /** How often its operator had called back when it was read. */
  readonly callbacks?: number
  readonly requestedBy: string
  readonly approvalsNeeded: number
  readonly approvedBy: string | null
  readonly secondApprovedBy: string | null
  /** True if the merchant approved it in place of staff, which only the sandbox allows. */
  readonly approvedInSandbox: boolean
  readonly failureCode: string | null
  /** When staff was notified that the operator has not reported the outcome. */
  readonly attentionAt: Date | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}

/** The fields of a refund in payloads. */
export type ToldRefund = Pick<
  RefundRecord,
  'id' | 'transactionId' | 'amount' | 'status' | 'reason' | 'origin' | 'mode'
>

/** `data` of the refund events (docs/webhooks.md#payloads): `transactionId` is the refund, `paymentId` the payment. */
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

/** Example values for test events. */
export const exampleRefund = { reason: 'Exemple de remboursement', origin: 'merchant' } as const
