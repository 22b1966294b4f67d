import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkRecord, PaymentLinkState } from '#domain/payment-links/payment-link.ts'
import type { Database } from '#db/connect.ts'
import { readPaymentLink } from './find.ts'
import { inTransaction } from '#db/sql.ts'
import { lockPaymentLink, type PaymentLinkPlace } from './change.ts'

/**
 * Closes a link to payments for a while, or opens it again, or cancels it for good. What is under way goes to its end;
 * what is so already stays so. Refusals: payment_link_not_found, payment_link_cancelled.
 */
export async function setPaymentLinkState(
  database: Database,
  place: PaymentLinkPlace,
  state: PaymentLinkState,
): Promise<PaymentLinkRecord> {
  return inTransaction(database.pool, async (sql) => {
    const before = await lockPaymentLink(sql, place)
    if (before.state === state) return before
    if (before.state === 'cancelled') throw fail('payment_link_cancelled')
    await sql.rows('update payment_link set updated_at = now(), state = $2 where id = $1', [
      place.id,
      state,
    ])
    return readPaymentLink(sql, place.serviceEnvId, place.id)
  })
}
