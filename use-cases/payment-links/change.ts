import { fail, fieldsError } from '#domain/errors/errors.ts'
import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import {
  paymentLinkErrors,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { readPaymentLink } from './find.ts'
import { inTransaction, type Sql } from '#db/sql.ts'

/** Which link of which service. */
export interface PaymentLinkPlace {
  readonly serviceEnvId: ServiceEnvId
  readonly id: PaymentLinkId
}

/**
 * Changes what is said of a link, for payments from then on; what is absent stays as it is. Refusals:
 * payment_link_not_found, payment_link_cancelled, the fields that are wrong.
 */
export async function changePaymentLink(
  database: Database,
  place: PaymentLinkPlace,
  change: Partial<PaymentLinkTerms>,
): Promise<PaymentLinkRecord> {
  const { serviceEnvId, id } = place
  return inTransaction(database.pool, async (sql) => {
    const before = await lockPaymentLink(sql, place)
    if (before.state === 'cancelled') throw fail('payment_link_cancelled')
    const metadata = JSON.parse(before.metadata) as PaymentLinkTerms['metadata']
    const terms = { ...before, metadata, ...change }
    const errors = paymentLinkErrors(terms, before.currency)
    if (errors.length > 0) throw fieldsError(errors)
    const columns = termsColumns(terms)
    await sql.rows(changeStatement, [id, ...termsColumnNames.map((name) => columns[name])])
    return readPaymentLink(sql, serviceEnvId, id)
  })
}

/** Changes of one link come one after the other, and after the payments it is taking. Refusal: payment_link_not_found. */
export async function lockPaymentLink(
  sql: Sql,
  { serviceEnvId, id }: PaymentLinkPlace,
): Promise<PaymentLinkRecord> {
  await sql.rows(
    'select from payment_link where service_env_id = $1 and id = $2 for no key update',
    [serviceEnvId, id],
  )
  return readPaymentLink(sql, serviceEnvId, id)
}

const termsColumnNames = [
  'title',
  'description',
  'amount',
  'min_amount',
  'max_amount',
  'max_payments',
  'expires_at',
  'custom_fields',
  'redirect_url',
  'success_message',
  'metadata',
] as const

/** The terms as the table has them. */
export function termsColumns(
  terms: PaymentLinkTerms,
): Record<(typeof termsColumnNames)[number], unknown> {
  return {
    title: terms.title,
    description: terms.description,
    amount: terms.price?.minor ?? null,
    min_amount: terms.minAmount?.minor ?? null,
    max_amount: terms.maxAmount?.minor ?? null,
    max_payments: terms.maxPayments,
    expires_at: terms.expiresAt,
    custom_fields: JSON.stringify(terms.customFields),
    redirect_url: terms.redirectUrl,
    success_message: terms.successMessage,
    metadata: JSON.stringify(terms.metadata),
  }
}

const changeStatement = `update payment_link set updated_at = now(),
  ${termsColumnNames.map((name, at) => `${name} = $${at + 2}`).join(', ')} where id = $1`
