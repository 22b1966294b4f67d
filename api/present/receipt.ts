import { toNumber } from '#domain/money/money.ts'
import {
  methodLabel,
  productOf,
  receiptChannel,
  type ReceiptCustomer,
  receiptNumber,
} from '#domain/receipts/receipt.ts'
import { isoTime, localTime, localTimeText } from '#domain/text/text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { presentDisplay } from './display.ts'
import type { ReceiptParts } from '#use-cases/receipts/parts.ts'

/** The receipt object (docs/payments.md#receipts). A masked one does not say who paid and links to no invoice. */
export function presentReceipt(parts: ReceiptParts) {
  const { transaction, merchant, customer } = parts
  // Recipients of money are not invoiced.
  const isInvoiced = transaction.type === 'collection'
  return {
    id: transaction.id,
    object: 'receipt',
    merchant: {
      public_name: merchant.publicName,
      service_name: merchant.serviceName,
      logo_url: parts.logoUrl,
      address: merchant.address,
      phone: merchant.phone,
      email: merchant.email,
    },
    product: productOf(transaction),
    ...receiptAmounts(transaction),
    ...receiptPayer(customer),
    channel: receiptChannel(transaction),
    terminal_label: transaction.terminal?.label ?? null,
    operator_name: transaction.operator?.name ?? null,
    receipt_number: receiptNumber(transaction),
    transaction_id: transaction.id,
    provider_reference: transaction.providerReference,
    reference: transaction.reference,
    ...receiptTimes(transaction.completedAt),
    mode: transaction.mode,
    verify_url: parts.verifyUrl,
    invoice_url: customer.details === 'full' && isInvoiced ? parts.invoiceUrl : null,
  }
}

function receiptAmounts(transaction: TransactionRecord) {
  const { price, fees, amountCharged } = transaction
  return {
    amount: toNumber(price),
    currency: price.currency,
    fees: toNumber(fees.amount),
    fees_currency: fees.amount.currency,
    amount_charged: toNumber(amountCharged),
    charged_currency: amountCharged.currency,
    payment_method: {
      type: transaction.paymentMethod.type,
      network: transaction.paymentMethod.network,
      label: methodLabel(transaction),
    },
    display: presentDisplay(transaction.display, 'none'),
  }
}

function receiptPayer(customer: ReceiptCustomer) {
  return {
    customer_details: customer.details,
    customer_phone: customer.phone,
    phone_display: customer.phoneDisplay,
    customer_name: customer.name,
    customer_email: customer.email,
    phone_masked: customer.phoneMasked,
  }
}

function receiptTimes(completedAt: Date | null) {
  return {
    completed_at: completedAt && isoTime(completedAt),
    completed_at_local: completedAt && localTime(completedAt),
    completed_at_text: completedAt && localTimeText(completedAt),
  }
}
