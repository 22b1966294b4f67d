import { toNumber } from '#domain/money/money.ts'
import type { RefundRecord } from '#domain/refunds/refund.ts'

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
