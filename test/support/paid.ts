import { acceptCollection } from '#use-cases/collections/accept.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import { createOutbox, type Outbox } from '#db/outbox.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { acceptanceOf, createMerchant, type Merchant } from './books.ts'
import { success } from './ends.ts'

export interface Paid {
  readonly transaction: TransactionRecord
  /** The codes in the URLs on its receipt. */
  readonly verifyCode: string
  readonly invoiceCode: string
  readonly merchant: Merchant
}

export interface PaidOptions {
  readonly mode: Mode
  readonly price?: Money
  readonly merchantName?: string
  readonly description?: string
  readonly payer?: string
}

/** A successful payment of its own merchant, in either mode, without operator or workflow. */
export async function payFor(
  { database }: { readonly database: Database },
  options: PaidOptions,
): Promise<Paid> {
  const outbox = outboxOf(database)
  const merchant = await createMerchant({ database }, { mode: options.mode })
  await onPool(database.pool).rows(
    `update service set public_name = $2, address = 'Marché Dantokpa, allée 4, Cotonou',
       phone = '2290121300000', email = 'contact@tissus.example' where id = $1`,
    [merchant.serviceId, options.merchantName ?? 'Tissus Ọlájùmọ̀kẹ́ & Filles'],
  )
  const { draft, ...rest } = acceptanceOf(merchant, {
    terms: { price: options.price ?? money(12_500n, 'XOF') },
    phone: '2290196000042',
  })
  const record = {
    ...draft.record,
    reference: `CMD-${draft.record.id.slice(-4)}`,
    description: options.description ?? 'Pagne wax «\u00A0Fête\u00A0», 6 yards',
    customer: { ...draft.record.customer, name: options.payer ?? 'Éléonore Adjavon' },
  }
  await acceptCollection(database, outbox, { ...rest, draft: { ...draft, record } })
  await settleTransaction(database, outbox, { transactionId: record.id, outcome: success })
  await outbox.drain()
  const codes = createReceiptCodes(database.keyring)
  return {
    transaction: await readTransaction(database, record.id),
    verifyCode: codes.encode('verify', record.id),
    invoiceCode: codes.encode('invoice', record.id),
    merchant,
  }
}

/** An outbox that keeps its entries. */
export function outboxOf(database: Database): Outbox {
  return createOutbox({
    pool: database.pool,
    call: () => Promise.reject(new Error('Temporal is away')),
    isEager: false,
    onError: () => {},
  })
}
