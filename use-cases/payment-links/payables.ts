import { type CheckoutId, type PaymentLinkId, type TransactionId, asId } from '#domain/ids.ts'
import {
  type Payable,
  type PayableKind,
  type PayableRef,
  payableRefusal,
} from '#domain/payment-links/payable.ts'
import type { Database } from '#db/connect.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import { findPublicLink } from './find.ts'
import type { TransactionScope } from '#use-cases/transactions/find.ts'
import { rowCountIf } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { fail } from '#domain/errors/errors.ts'
import { paymentLinkStatus } from '#domain/payment-links/payment-link.ts'
import { type Params, column, db, prepared, sql } from '#db/statements.ts'
import { checkoutRefusal } from '#domain/checkouts/checkout.ts'
import { keepTerminal } from '#use-cases/terminals/lock.ts'
import { keepSessionOpen } from '#use-cases/cash-sessions/require-open.ts'

/** How each kind of payable is stored. */
interface PayableBooks {
  /** The payable with this id and its current status. */
  find(database: Database, id: string): Promise<Payable | undefined>
  /** Claims it for this payment, in the transaction that accepts it, or refuses. */
  claim(sql: Sql, id: string, transactionId: TransactionId): Promise<void>
  /** The filter for its own transactions. */
  scope(id: string): Omit<TransactionScope, 'serviceEnvId'>
}

const books: Readonly<Record<PayableKind, PayableBooks>> = {
  link: {
    find: (database, id) => findPublicLink(database, asId<PaymentLinkId>(id)),
    claim: (sql, id) => claimPaymentLink(sql, asId<PaymentLinkId>(id)),
    scope: (id) => ({ paymentLinkId: asId<PaymentLinkId>(id) }),
  },
  checkout: {
    find: (database, id) => findPayableCheckout(database, asId<CheckoutId>(id)),
    claim: (sql, id, transactionId) => claimCheckout(sql, asId<CheckoutId>(id), transactionId),
    scope: (id) => ({ checkoutId: asId<CheckoutId>(id) }),
  },
}

/** The payable with this id; kinds share the addresses, but no ids. */
export async function findPayable(database: Database, id: string): Promise<Payable | undefined> {
  for (const kind of Object.values(books)) {
    const found = await kind.find(database, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Claims it for the payment that this transaction accepts. Refusals: those of the kind's own claim. */
export async function claimPayable(
  sql: Sql,
  { kind, id }: PayableRef,
  transactionId: TransactionId,
): Promise<void> {
  await books[kind].claim(sql, id, transactionId)
}

/** The payments made through it. */
export function paymentsOf({ kind, id, seller }: Payable): TransactionScope {
  return { serviceEnvId: seller.serviceEnvId, ...books[kind].scope(id) }
}

/**
 * Claims one payment of a link, in the transaction that accepts it. If the number of payments is limited, claims take
 * turns until that transaction ends, so that the second of two sees the first. Refusals: payment_link_not_found,
 * payment_link_expired, payment_link_cancelled, payment_link_already_paid, payment_link_in_progress.
 */
async function claimPaymentLink(tx: Sql, id: PaymentLinkId): Promise<void> {
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
            rowCountIf(sql<boolean>`status = 'succeeded'`).as('succeeded'),
            rowCountIf(sql<boolean>`status = 'pending'`).as('pending'),
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

/**
 * Ties a checkout to the payment that its run gave it to, in the transaction that records the payment. Refusals:
 * `payment_link_*` by its state, payment_link_cancelled if the desk's session was closed or its terminal
 * deleted, request_in_progress if another attempt at the same request gave it back: it may be repeated.
 */
async function claimCheckout(tx: Sql, id: CheckoutId, transactionId: TransactionId): Promise<void> {
  const taken = await tx.first(take({ id, transactionId }))
  if (taken === undefined) {
    const { status } = await tx.only(statusOf({ id }))
    throw fail(checkoutRefusal(status) ?? 'request_in_progress')
  }
  const { cashSessionId, terminalId } = taken
  // The terminal first, as for whoever deletes it or closes the session.
  if (terminalId !== null && !(await keepTerminal(tx, terminalId)))
    throw fail('payment_link_cancelled')
  // A till that was counted takes no more sales; closing it waits for those that are being recorded.
  if (cashSessionId !== null && !(await keepSessionOpen(tx, cashSessionId)))
    throw fail('payment_link_cancelled')
}

const take = prepared((p: Params<{ id: CheckoutId; transactionId: TransactionId }>) =>
  db
    .updateTable('checkout')
    .set({ transactionId: p.transactionId })
    .where('id', '=', p.id)
    .where('status', '=', 'processing')
    .where('paymentId', '=', p.transactionId)
    .returning(['cashSessionId', 'terminalId']),
)

const statusOf = prepared((p: Params<{ id: CheckoutId }>) =>
  db.selectFrom('checkout').select('status').where('id', '=', p.id),
)
