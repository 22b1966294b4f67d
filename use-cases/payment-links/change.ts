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

/** A link, and its service. */
export interface PaymentLinkPlace {
  readonly serviceEnvId: ServiceEnvId
  readonly id: PaymentLinkId
}

/**
 * Changes a link's terms for payments from now on; absent fields stay. Refusals: payment_link_not_found,
 * payment_link_cancelled, changed_meanwhile, the fields that are wrong.
 */
export async function changePaymentLink(
  database: Database,
  place: PaymentLinkPlace & {
    /** True if the link is still what the change was made from. */
    readonly isStill?: (now: PaymentLinkRecord) => boolean
  },
  change: Partial<PaymentLinkTerms>,
): Promise<PaymentLinkRecord> {
  const { serviceEnvId, id } = place
  return inTransaction(database.pool, async (tx) => {
    const before = await lockPaymentLink(tx, place)
    if (before.state === 'cancelled') throw fail('payment_link_cancelled')
    if (place.isStill?.(before) === false) throw fail('changed_meanwhile')
    const metadata = JSON.parse(before.metadata) as PaymentLinkTerms['metadata']
    const terms = { ...before, metadata, ...change }
    const errors = paymentLinkErrors(terms, before.currency, before.seller.mode)
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

/** Changes of a link are serialised, after the payments being claimed. Refusal: payment_link_not_found. */
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

/** The terms as table columns. */
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

/** Terms that only web shops set, not the portal. */
function shopColumns({ cancelUrl, shopOrigin, reference, isEmailRequired }: PaymentLinkTerms) {
  return {
    cancelUrl: cancelUrl ?? null,
    shopOrigin: shopOrigin ?? null,
    reference: reference ?? null,
    isEmailRequired: isEmailRequired ?? true,
  }
}
