import { fail } from '#domain/errors.ts'
import { receiptCustomer } from '#domain/receipt.ts'
import type { TransactionRecord } from '#domain/transaction-record.ts'
import { isReceiptToken, readReceiptMerchant } from '#db/queries/receipts.ts'
import type { ApiContext } from '#api/context.ts'
import { isPayerFacing, type Reader } from '#api/present/reader.ts'
import type { ReceiptParts } from '#api/present/receipt.ts'

/**
 * What the receipt of a payment is made of, for this reader: payers see it in full with its token alone. Refusal:
 * receipt_not_found, where nothing was paid.
 */
export async function receiptParts(
  context: ApiContext,
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
    logoUrl: context.logoUrl(merchant),
    customer: receiptCustomer(transaction, isFull ? 'full' : 'masked'),
    verifyUrl: `${verifyUrlBase}/${receiptCodes.encode('verify', transaction.id)}`,
    invoiceUrl: `${invoiceUrlBase}/${receiptCodes.encode('invoice', transaction.id)}`,
  }
}
