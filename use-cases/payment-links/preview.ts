import { type LinkDisplay, linkDisplayOf } from '#domain/pricing/display.ts'
import { fail } from '#domain/errors/errors.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { readBasis } from '#use-cases/pricing/offer.ts'

/** The seller, and the price as that service displays it. */
export interface Preview {
  readonly merchant: ReceiptMerchant
  readonly display: LinkDisplay
}

/** What a payer sees of a payable besides the payable itself. Refusal: exchange_rate_unavailable. */
export async function previewOf(context: UseCaseContext, payable: Payable): Promise<Preview> {
  const { serviceEnvId } = payable.seller
  const [merchant, { terms, rates }] = await Promise.all([
    readReceiptMerchant(context.database, serviceEnvId),
    readBasis(context, serviceEnvId),
  ])
  const { currency, price: amount } = payable
  const display = linkDisplayOf({ currency, amount }, { ...terms, rates })
  if (display === undefined) {
    throw fail('exchange_rate_unavailable', { from: currency, to: terms.serviceCurrency })
  }
  return { merchant, display }
}
