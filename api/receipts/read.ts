import Type, { type Static } from 'typebox'
import { keyKinds } from '#domain/transactions/transaction.ts'
import { fail } from '#domain/errors/errors.ts'
import { type TransactionId, asId } from '#domain/ids.ts'
import { type ReceiptWidth, receiptWidths } from '#domain/text/printed.ts'
import { receiptText } from '#domain/receipts/receipt-text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, said, textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { scopeOf } from '#api/transactions/routes.ts'
import { receipt as receiptSchema } from '#api/schemas/objects.ts'
import { type ReceiptParts, receiptParts } from '#use-cases/receipts/parts.ts'
import { toNumber } from '#domain/money/money.ts'
import {
  type ReceiptCustomer,
  methodLabel,
  productOf,
  receiptChannel,
  receiptNumber,
} from '#domain/receipts/receipt.ts'
import { isoTime, localTime, localTimeText } from '#domain/text/text.ts'
import { presentDisplay } from '#api/present/display.ts'

/** Query of a receipt; a width without a format means text. */
export const receiptQuery = Type.Object({
  format: Type.Optional(
    said(
      choiceField('invalid_parameter', ['json', 'text']),
      '`text` adds lines for a receipt printer in the field `text`; `json` does not. Default: `text` if a `width` is given, otherwise `json`.',
      'text',
    ),
  ),
  width: Type.Optional(
    said(
      Type.Integer({ code: 'invalid_parameter', enum: [...receiptWidths] }),
      'Columns of the printer, 32 by default; giving it requests the text. Not with `format=json`.',
      32,
    ),
  ),
  receipt_token: Type.Optional(
    said(
      textField('invalid_parameter', { max: 64 }),
      'Token from the answer that created the payment: it gives access to the full receipt. With a wrong or empty one you get the masked receipt.',
      'q3Zr1c9WmT0b7YxkLs2VfA',
    ),
  ),
})

export type ReceiptQuery = Static<typeof receiptQuery>

/** The receipt of a successful transaction (docs/payments.md#receipts). */
export function readReceipt(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/transactions/:id/receipt',
    keys: keyKinds,
    summary: 'Lire le reçu d’une transaction',
    about: {
      name: 'getReceipt',
      title: 'Read the receipt of a transaction',
      text: 'The receipt of a successful transaction: in full with a secret key, for a terminal’s own sales and with a valid `receipt_token`; otherwise masked. `format=text` adds lines for a printer in `text`.',
      codes: ['receipt_not_found'],
    },
    answer: { object: receiptSchema },
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    query: receiptQuery,
    async handler({ caller, params, query }) {
      const id = asId<TransactionId>(params.id)
      const transaction = await findTransaction(context.database, scopeOf(caller), id)
      if (transaction === undefined) throw fail('transaction_not_found')
      return {
        body: { data: await makeReceipt(context, transaction, { query, reader: caller.kind }) },
      }
    },
  })
}

/** The receipt as this reader may see it. Refusal: receipt_not_found if nothing was paid. */
export async function makeReceipt(
  context: ApiContext,
  transaction: TransactionRecord,
  { query, reader }: { readonly query: ReceiptQuery; readonly reader: Reader },
) {
  const parts = await receiptParts(context, transaction, { reader, token: query.receipt_token })
  const width = widthOf(query)
  return { ...presentReceipt(parts), width, text: width && receiptText(parts, width) }
}

const defaultWidth: ReceiptWidth = 32

function widthOf({ format, width }: ReceiptQuery): ReceiptWidth | null {
  if (format === 'json' || (format === undefined && width === undefined)) return null
  return receiptWidths.find((known) => known === width) ?? defaultWidth
}

/** The receipt object (docs/payments.md#receipts). A masked one does not say who paid and links to no invoice. */
function presentReceipt(parts: ReceiptParts) {
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
