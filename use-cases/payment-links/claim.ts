import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkId } from '#domain/ids.ts'
import { payableRefusal } from '#domain/payment-links/payable.ts'
import { type PaymentLinkFacts, paymentLinkStatus } from '#domain/payment-links/payment-link.ts'
import type { Sql } from '#db/sql.ts'

/**
 * Lets a link take one more payment, in the transaction that accepts it: where the number of payments is limited they
 * take turns until that transaction ends, so that of two phones one is told of the other. Refusals: payment_link_not_found,
 * payment_link_expired, payment_link_cancelled, payment_link_already_paid, payment_link_in_progress.
 */
export async function claimPaymentLink(sql: Sql, id: PaymentLinkId): Promise<void> {
  await sql.rows(
    'select from payment_link where id = $1 and max_payments is not null for no key update',
    [id],
  )
  // A statement of its own: it sees what those before it in the turn have committed.
  const facts = await readLinkFacts(sql, id)
  if (facts === undefined) throw fail('payment_link_not_found')
  const refusal = payableRefusal(paymentLinkStatus(facts))
  if (refusal !== undefined) throw fail(refusal)
}

/** Payments are counted only where their number is limited: a busy link without a limit stays quick. */
async function readLinkFacts(sql: Sql, id: PaymentLinkId): Promise<PaymentLinkFacts | undefined> {
  const [row] = await sql.rows<FactsRow>(
    `select l.state, l.max_payments, coalesce(l.expires_at <= now(), false) as is_expired, paid.succeeded, paid.pending
     from payment_link l cross join lateral (
       select count(*) filter (where status = 'succeeded')::int as succeeded,
         count(*) filter (where status = 'pending')::int as pending
       from transaction where payment_link_id = l.id and l.max_payments is not null) paid
     where l.id = $1`,
    [id],
  )
  return row && { ...row, isExpired: row.is_expired, maxPayments: row.max_payments }
}

interface FactsRow extends Pick<PaymentLinkFacts, 'state' | 'succeeded' | 'pending'> {
  readonly max_payments: number | null
  readonly is_expired: boolean
}
