import { receiptCustomer } from '#domain/receipts/receipt.ts'
import { findReceiptTransaction, readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { param, publicPage } from '#web/http/route.ts'
import { ReceiptFound } from './found.tsx'
import { ReceiptNotFound } from './not-found.tsx'

/** The public verification page of a receipt (docs/payments.md#verification). */
export function verificationPage(context: WebContext) {
  return publicPage({
    method: 'GET',
    path: '/verification/:code',
    async handler(input) {
      const id = context.receiptCodes.decode('verify', param(input, 'code'))
      const transaction = id && (await findReceiptTransaction(context.database, id))
      if (transaction === undefined) return html(<ReceiptNotFound />, { status: 404 })
      const merchant = await readReceiptMerchant(context.database, transaction.serviceEnvId)
      const customer = receiptCustomer(transaction, 'masked')
      return html(
        <ReceiptFound transaction={transaction} merchant={merchant} customer={customer} />,
      )
    },
  })
}
