import { toNumber } from './money.ts'
import type { RefundRecord } from './refund.ts'

/** `data` of the refund events (spec: Payloads): `transactionId` is the refund, `paymentId` what it gives back. */
export function refundPayload(refund: RefundRecord) {
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
