import { toNumber } from '#domain/money/money.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { isoTime } from '#domain/text/text.ts'

/** A payment link as its merchant sees it (docs/payment-links.md#links-by-the-api). */
export function presentLinkDetails(link: PaymentLinkRecord, url: string) {
  const { price, minAmount, maxAmount, expiresAt } = link
  return {
    id: link.id,
    object: 'payment_link',
    mode: link.seller.mode,
    url,
    status: link.status,
    title: link.title,
    description: link.description,
    reference: link.reference,
    amount: price && toNumber(price),
    currency: link.currency,
    min_amount: minAmount && toNumber(minAmount),
    max_amount: maxAmount && toNumber(maxAmount),
    max_payments: link.maxPayments,
    payments_count: link.paymentsCount,
    amount_collected: toNumber(link.amountCollected),
    expires_at: expiresAt && isoTime(expiresAt),
    success_url: link.redirectUrl,
    cancel_url: link.cancelUrl,
    origin: link.shopOrigin,
    email_required: link.isEmailRequired,
    metadata: JSON.parse(link.metadata) as unknown,
    created_at: isoTime(link.createdAt),
    updated_at: isoTime(link.updatedAt),
  }
}
