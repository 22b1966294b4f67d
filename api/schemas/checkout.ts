import { checkoutStatuses } from '#domain/checkouts/checkout.ts'
import { linkDisplay } from './money.ts'
import { transaction } from './objects.ts'
import type { NamedSchema } from './parts.ts'
import * as part from './parts.ts'

/** See docs/checkouts-and-terminals.md#checkouts. */
export const checkout: NamedSchema = {
  name: 'Checkout',
  schema: part.shape({
    id: part.uuid,
    object: part.kind('checkout'),
    mode: part.mode,
    channel: part.oneOf('shop', 'pos'),
    amount: part.amount,
    currency: part.currencyCode,
    description: part.textOrNull,
    status: part.oneOf(...checkoutStatuses),
    expires_in: part.wholeNumber,
    expires_at: part.time,
    url: part.text,
    terminal: part.terminal,
    operator: part.staffMember,
    transaction: part.orNull(transaction.schema),
    display: linkDisplay,
    created_at: part.time,
    completed_at: part.timeOrNull,
    cancelled_at: part.timeOrNull,
  }),
}
