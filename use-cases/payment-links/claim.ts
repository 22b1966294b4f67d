import { fail } from '#domain/errors/errors.ts'
import type { PaymentLinkId } from '#domain/ids.ts'
import { payableRefusal } from '#domain/payment-links/payable.ts'
import { paymentLinkStatus } from '#domain/payment-links/payment-link.ts'
import type { Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/**
 * Claims one payment of a link, in the transaction that accepts it. If the number of payments is limited, claims take
 * turns until that transaction ends, so that the second of two sees the first. Refusals: payment_link_not_found,
 * payment_link_expired, payment_link_cancelled, payment_link_already_paid, payment_link_in_progress.
 */
export async function claimPaymentLink(tx: Sql, id: PaymentLinkId): Promise<void> {
  await tx.first(lockLimited({ id }))
  // A separate statement, so that it sees what earlier claims have committed.
  const facts = await tx.first(factsOf({ id }))
  if (facts === undefined) throw fail('payment_link_not_found')
  const refusal = payableRefusal(paymentLinkStatus(facts))
  if (refusal !== undefined) throw fail(refusal)
}

const lockLimited = prepared((p: Params<{ id: PaymentLinkId }>) =>
  db
    .selectFrom('paymentLink')
    .select('id')
    .where('id', '=', p.id)
    .where('maxPayments', 'is not', null)
    .forNoKeyUpdate(),
)

/** Payments are counted only if their number is limited: a busy link without a limit stays fast. */
const factsOf = prepared((p: Params<{ id: PaymentLinkId }>) =>
  db
    .selectFrom('paymentLink as l')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('transaction')
          .select([
            sql<number>`(count(*) filter (where status = 'succeeded'))::int`.as('succeeded'),
            sql<number>`(count(*) filter (where status = 'pending'))::int`.as('pending'),
          ])
          .whereRef('paymentLinkId', '=', 'l.id')
          .where('l.maxPayments', 'is not', null)
          .as('paid'),
      (join) => join.onTrue(),
    )
    .select(['l.state', 'l.maxPayments', 'paid.succeeded', 'paid.pending'])
    .select(
      sql<boolean>`coalesce(${column('paymentLink.expiresAt', 'l')} <= now(), false)`.as(
        'isExpired',
      ),
    )
    .where('l.id', '=', p.id),
)
