import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createPaymentLink, type NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { call, type Call } from './call.ts'
import { outboxOf } from './paid.ts'
import { freshPhone, type Tenant } from './tenant.ts'

/** A valid link of 1000 XOF that can be paid repeatedly, with the test's changes. */
export function linkTerms(changes: Partial<NewPaymentLink> = {}): NewPaymentLink {
  return {
    title: 'Concert du 12 décembre',
    description: 'Une place debout',
    price: money(1000n, 'XOF'),
    currency: 'XOF',
    minAmount: null,
    maxAmount: null,
    maxPayments: null,
    expiresAt: null,
    customFields: [],
    redirectUrl: null,
    successMessage: null,
    metadata: {},
    ...changes,
  }
}

/** Creates it for a tenant. */
export function createLink(
  database: Database,
  { serviceEnvId }: Pick<Tenant, 'serviceEnvId'>,
  changes: Partial<NewPaymentLink> = {},
): Promise<PaymentLinkRecord> {
  return createPaymentLink(database, serviceEnvId, linkTerms(changes))
}

/** Terms of a link whose payer chooses the price. */
export const freePrice = { price: null }

/** A valid payment of a link, with the test's changes; undefined leaves a field out. */
export function linkPaymentCall(
  id: string,
  changes: Readonly<Record<string, unknown>> = {},
  idempotencyKey: string = randomUUID(),
): Call {
  const body = {
    provider: 'mtn-benin',
    phone: freshPhone(),
    customer: { name: 'Awa Dossou', email: 'awa@example.com' },
    ...changes,
  }
  const headers = { 'Idempotency-Key': idempotencyKey }
  return { method: 'POST', path: `/v2/payment-links/${id}/collections`, body, headers }
}

/** A payer pays the link; the payment. */
export async function payLink(
  service: { readonly baseUrl: string },
  linkId: string,
): Promise<TransactionId> {
  const made = await call(service, linkPaymentCall(linkId))
  assert.equal(made.status, 202, made.text)
  return asId<TransactionId>(made.json.data.id)
}

/** Ends the latest payment of a link. */
export async function settleLatestOf(
  database: Database,
  linkId: string,
  outcome: Outcome,
): Promise<void> {
  const { id: transactionId } = await onPool(database.pool).one<{ id: TransactionId }>(
    'select id from transaction where payment_link_id = $1 order by created_at desc limit 1',
    [linkId],
  )
  await settleTransaction(database, outboxOf(database), { transactionId, outcome })
}
