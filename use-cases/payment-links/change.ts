import { fail, fieldsError } from '#domain/errors/errors.ts'
import type { PaymentLinkId, ServiceEnvId } from '#domain/ids.ts'
import {
  paymentLinkErrors,
  type PaymentLinkRecord,
  type PaymentLinkTerms,
} from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { readPaymentLink } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { db, json, type Params, prepared } from '#db/statements.ts'

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
  return inTransaction(database.pool, async (tx) => {
    const before = await lockPaymentLink(tx, place)
    if (before.state === 'cancelled') throw fail('payment_link_cancelled')
    const metadata = JSON.parse(before.metadata) as PaymentLinkTerms['metadata']
    const terms = { ...before, metadata, ...change }
    const errors = paymentLinkErrors(terms, before.currency)
    if (errors.length > 0) throw fieldsError(errors)
    await tx.run(
      db
        .updateTable('paymentLink')
        .set({ ...termsColumns(terms), updatedAt: now })
        .where('id', '=', id),
    )
    return readPaymentLink(tx, serviceEnvId, id)
  })
}

/** Changes of one link come one after the other, and after the payments it is taking. Refusal: payment_link_not_found. */
export async function lockPaymentLink(
  tx: Sql,
  { serviceEnvId, id }: PaymentLinkPlace,
): Promise<PaymentLinkRecord> {
  await tx.first(lock({ serviceEnvId, id }))
  return readPaymentLink(tx, serviceEnvId, id)
}

const lock = prepared((p: Params<PaymentLinkPlace>) =>
  db
    .selectFrom('paymentLink')
    .select('id')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('id', '=', p.id)
    .forNoKeyUpdate(),
)

/** The terms as the table has them. */
export function termsColumns(terms: PaymentLinkTerms) {
  return {
    title: terms.title,
    description: terms.description,
    amount: terms.price?.minor ?? null,
    minAmount: terms.minAmount?.minor ?? null,
    maxAmount: terms.maxAmount?.minor ?? null,
    maxPayments: terms.maxPayments,
    expiresAt: terms.expiresAt,
    customFields: json([...terms.customFields]),
    redirectUrl: terms.redirectUrl,
    ...shopColumns(terms),
    successMessage: terms.successMessage,
    metadata: JSON.stringify(terms.metadata),
  }
}

/** What a web shop says of a link, and the portal does not. */
function shopColumns({ cancelUrl, shopOrigin, reference, isEmailRequired }: PaymentLinkTerms) {
  return {
    cancelUrl: cancelUrl ?? null,
    shopOrigin: shopOrigin ?? null,
    reference: reference ?? null,
    isEmailRequired: isEmailRequired ?? true,
  }
}
