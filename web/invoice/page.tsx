import { readLogoName } from '#domain/settings/logo.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import type { Language } from '#domain/text/language.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findLogo } from '#use-cases/settings/read.ts'
import { isDenied } from '#use-cases/receipts/denied.ts'
import { findReceiptTransaction, readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { file, html } from '#web/http/answer.ts'
import { param, payersPage } from '#web/http/route.ts'
import { Frame } from '#web/design/frame.tsx'
import { useScope } from '#web/design/scope.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { createPress } from './press.ts'
import { type InvoiceSheet, invoiceSheet } from './sheet.ts'
import { invoiceWords } from './words.ts'

/**
 * The PDF invoice of a payment (docs/payments.md#invoices). It shows the payer, because only full receipts contain
 * its code.
 */
export function invoicePage(context: WebContext) {
  const press = createPress()
  return payersPage({
    method: 'GET',
    path: '/factures/:code',
    async handler(input) {
      const id = context.receiptCodes.decode('invoice', param(input, 'code'))
      const transaction = id && (await findReceiptTransaction(context.database, id))
      if (transaction?.type !== 'collection') return html(<InvoiceNotFound />, { status: 404 })
      const sheet = await sheetOf(context, transaction, input.language)
      const content = await press.print(sheet, { asker: input.address, signal: input.signal })
      const fileName = invoiceWords[input.language].fileName(sheet.number)
      return file({ content, contentType: 'application/pdf', fileName, headers })
    },
  })
}

/** Browsers apply a document's policy to the viewer that displays it; a strict policy leaves the viewer blank. */
const headers = {
  'Content-Security-Policy': "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

async function sheetOf(
  { database, receiptCodes, verifyUrlBase }: WebContext,
  transaction: TransactionRecord,
  language: Language,
): Promise<InvoiceSheet> {
  const merchant = await readReceiptMerchant(database, transaction.serviceEnvId)
  const logo = await logoOf(database, merchant)
  const verifyUrl = `${verifyUrlBase}/${receiptCodes.encode('verify', transaction.id)}`
  return invoiceSheet({
    language,
    transaction,
    isDenied: await isDenied(database, transaction.id),
    merchant,
    logo,
    verifyUrl,
  })
}

async function logoOf(
  database: WebContext['database'],
  { logoPath }: ReceiptMerchant,
): Promise<Uint8Array | null> {
  const name = logoPath?.split('/').at(-1)
  const logo = name === undefined ? undefined : readLogoName(name)
  return (logo && (await findLogo(database, logo))) ?? null
}

/** The code was forged, was changed, or is not for an invoice. */
function InvoiceNotFound() {
  const words = invoiceWords[useScope().language]
  return (
    <Frame title={words.notFound}>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={words.notFound}>
          <p class="soft">{words.notFoundText}</p>
        </Verdict>
      </div>
    </Frame>
  )
}
