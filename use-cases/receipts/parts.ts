import { fail } from '#domain/errors/errors.ts'
import { receiptCustomer } from '#domain/receipts/receipt.ts'
import type { ReceiptTextParts } from '#domain/receipts/receipt-text.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { isDenied } from './denied.ts'
import { isReceiptToken, readReceiptMerchant } from './read.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { isPayerFacing, type Reader } from '#domain/transactions/reader.ts'

/** The same with what links to its PDF and shows the merchant's logo. */
export interface ReceiptParts extends ReceiptTextParts {
  readonly invoiceUrl: string
  readonly logoUrl: string | null
}

/**
 * The parts of a payment's receipt for this reader; payers see the full one only with its token. Refusal:
 * receipt_not_found if nothing was paid.
 */
export async function receiptParts(
  context: UseCaseContext,
  transaction: TransactionRecord,
  { reader, token }: { readonly reader: Reader; readonly token: string | undefined },
): Promise<ReceiptParts> {
  if (transaction.status !== 'succeeded') throw fail('receipt_not_found')
  const { database, verifyUrlBase, invoiceUrlBase, receiptCodes } = context
  const merchant = await readReceiptMerchant(database, transaction.serviceEnvId)
  const isFull =
    !isPayerFacing(reader) || (await isReceiptToken(database, transaction.id, token ?? ''))
  return {
    transaction,
    merchant,
    isDenied: await isDenied(database, transaction.id),
    logoUrl: context.logoUrl(merchant),
    customer: receiptCustomer(transaction, isFull ? 'full' : 'masked'),
    verifyUrl: `${verifyUrlBase}/${receiptCodes.encode('verify', transaction.id)}`,
    invoiceUrl: `${invoiceUrlBase}/${receiptCodes.encode('invoice', transaction.id)}`,
  }
}
