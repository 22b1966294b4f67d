import { asId, type CheckoutId, type PaymentLinkId, type TransactionId } from '#domain/ids.ts'
import type { Payable, PayableKind, PayableRef } from '#domain/payment-links/payable.ts'
import { claimCheckout } from '#use-cases/checkouts/claim.ts'
import type { Database } from '#db/connect.ts'
import { claimPaymentLink } from './claim.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import { findPublicLink } from './find.ts'
import type { TransactionScope } from '#use-cases/transactions/find.ts'
import type { Sql } from '#db/sql.ts'

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
