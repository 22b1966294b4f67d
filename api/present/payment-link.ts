import type { LinkDisplay } from '#domain/pricing/display.ts'
import { type Money, toNumber } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { isoTime } from '#domain/text/text.ts'
import { qrUrl } from '#http/payment-address.ts'
import { presentLinkDisplay } from './display.ts'

export interface PayableParts {
  readonly payable: Payable
  readonly merchant: ReceiptMerchant
  readonly display: LinkDisplay
  readonly url: string
  readonly logoUrl: string | null
}

/** The payment link object as payers see it; a cash desk's QR code has the same shape. */
export function presentPayable({ payable, merchant, display, url, logoUrl }: PayableParts) {
  return {
    id: payable.id,
    object: 'payment_link',
    mode: payable.seller.mode,
    kind: payable.kind,
    title: payable.title,
    description: payable.description,
    status: payable.status,
    active: payable.status === 'active',
    ...presentPrice(payable),
    reusable: payable.maxPayments !== 1,
    max_payments: payable.maxPayments,
    payments_count: payable.paymentsCount,
    expires_at: payable.expiresAt && isoTime(payable.expiresAt),
    collect: {
      name: payable.isCustomerRequired,
      email: payable.isCustomerRequired && payable.isEmailRequired,
      phone: true,
    },
    custom_fields: payable.customFields.map(({ key, label, type, required }) => ({
      key,
      label,
      type,
      required,
    })),
    redirect_url: payable.redirectUrl,
    success_message: payable.successMessage,
    merchant: {
      public_name: merchant.publicName,
      service_name: merchant.serviceName,
      logo_url: logoUrl,
    },
    url,
    qr_url: qrUrl(url),
    display: presentLinkDisplay(display),
    metadata: JSON.parse(payable.metadata) as unknown,
    created_at: isoTime(payable.createdAt),
    updated_at: isoTime(payable.updatedAt),
  }
}

function presentPrice({ price, currency, minAmount, maxAmount }: Payable) {
  return {
    amount: numberOrNull(price),
    currency,
    min_amount: numberOrNull(minAmount),
    max_amount: numberOrNull(maxAmount),
  }
}

function numberOrNull(amount: Money | null): number | null {
  return amount && toNumber(amount)
}
