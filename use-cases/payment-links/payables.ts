import { asId, type CheckoutId, type PaymentLinkId, type TransactionId } from '#domain/ids.ts'
import type { Payable, PayableKind, PayableRef } from '#domain/payment-links/payable.ts'
import { claimCheckout } from '#use-cases/checkouts/claim.ts'
import type { Database } from '#db/connect.ts'
import { claimPaymentLink } from './claim.ts'
import { findPayableCheckout } from '#use-cases/checkouts/find.ts'
import { findPublicLink } from './find.ts'
import type { TransactionScope } from '#use-cases/transactions/find.ts'
import type { Sql } from '#db/sql.ts'

/** What a kind of payable is to the books. */
interface PayableBooks {
  /** The one of this id, with its status of the moment. */
  find(database: Database, id: string): Promise<Payable | undefined>
  /** Lets it take this payment, in the transaction that accepts it, or refuses. */
  claim(sql: Sql, id: string, transactionId: TransactionId): Promise<void>
  /** Which transactions are its own. */
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

/** What is payable at this id; its kinds share the addresses, and no id. */
export async function findPayable(database: Database, id: string): Promise<Payable | undefined> {
  for (const kind of Object.values(books)) {
    const found = await kind.find(database, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Lets it take the payment that this transaction accepts. Refusals: those of the kind's own claim. */
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
