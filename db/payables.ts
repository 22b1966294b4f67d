import { asId } from '#domain/ids.ts'
import type { Payable, PayableId, PayableKind, PayableRef } from '#domain/payable.ts'
import type { Database } from './connect.ts'
import { claimPaymentLink } from './payment-link-claims.ts'
import { findPublicLink } from './queries/payment-links.ts'
import type { TransactionScope } from './queries/transactions.ts'
import type { Sql } from './sql.ts'

/** What a kind of payable is to the books. */
interface PayableBooks {
  /** The one of this id, with its status of the moment. */
  find(database: Database, id: PayableId): Promise<Payable | undefined>
  /** Lets it take a payment, in the transaction that accepts it, or refuses. */
  claim(sql: Sql, id: PayableId): Promise<void>
  /** Which transactions are its own. */
  scope(id: PayableId): Omit<TransactionScope, 'serviceEnvId'>
}

const books: Readonly<Record<PayableKind, PayableBooks>> = {
  link: {
    find: findPublicLink,
    claim: claimPaymentLink,
    scope: (id) => ({ paymentLinkId: id }),
  },
}

/** What is payable at this id; its kinds share the addresses, and no id. */
export async function findPayable(database: Database, id: string): Promise<Payable | undefined> {
  for (const kind of Object.values(books)) {
    const found = await kind.find(database, asId<PayableId>(id))
    if (found !== undefined) return found
  }
  return undefined
}

/** Lets it take the payment that this transaction accepts. Refusals: `payment_link_*`, as its state says. */
export async function claimPayable(sql: Sql, { kind, id }: PayableRef): Promise<void> {
  await books[kind].claim(sql, id)
}

/** The payments made through it. */
export function paymentsOf({ kind, id, seller }: Payable): TransactionScope {
  return { serviceEnvId: seller.serviceEnvId, ...books[kind].scope(id) }
}
