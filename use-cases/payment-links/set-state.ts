import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkRecord, PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { readPaymentLink } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import { lockPaymentLink, type PaymentLinkPlace } from './change.ts'

/**
 * Deactivates a link, activates it again, or cancels it for good. Payments in progress continue; setting the same
 * state changes nothing. Refusals: payment_link_not_found, payment_link_cancelled.
 */
export async function setPaymentLinkState(
  database: Database,
  place: PaymentLinkPlace,
  state: PaymentLinkState,
): Promise<PaymentLinkRecord> {
  return inTransaction(database.pool, async (tx) => {
    const before = await lockPaymentLink(tx, place)
    if (before.state === state) return before
    if (before.state === 'cancelled') throw fail('payment_link_cancelled')
    await tx.run(
      db.updateTable('paymentLink').set({ updatedAt: now, state }).where('id', '=', place.id),
    )
    return readPaymentLink(tx, place.serviceEnvId, place.id)
  })
}
