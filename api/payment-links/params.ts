import Type from 'typebox'
import { idParameter } from '#http/fields.ts'

/** `:id` of what is paid without a key. */
export const linkParams = Type.Object({ id: idParameter('payment_link_not_found') })

/** `:transaction` of one of its payments. */
export const linkTransactionParams = Type.Object({
  id: idParameter('payment_link_not_found'),
  transaction: idParameter('transaction_not_found'),
})

/** What routes of a link refuse while it takes no payment (docs/payment-links.md#rules-of-a-link). */
export const closedLinkRefusals: readonly number[] = [409, 410]
