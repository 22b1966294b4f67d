import { checkoutStatuses } from '#domain/checkouts/checkout.ts'
import { linkDisplay } from './money.ts'
import { transaction } from './objects.ts'
import {
  amount,
  currencyCode,
  kind,
  mode,
  type NamedSchema,
  oneOf,
  orNull,
  shape,
  staffMember,
  terminal,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
  wholeNumber,
} from './parts.ts'

/** See docs/checkouts-and-terminals.md#checkouts. */
export const checkout: NamedSchema = {
  name: 'Checkout',
  schema: shape({
    id: uuid,
    object: kind('checkout'),
    mode,
    channel: oneOf('shop', 'pos'),
    amount,
    currency: currencyCode,
    description: textOrNull,
    status: oneOf(...checkoutStatuses),
    expires_in: wholeNumber,
    expires_at: time,
    url: text,
    terminal,
    operator: staffMember,
    transaction: orNull(transaction.schema),
    display: linkDisplay,
    created_at: time,
    completed_at: timeOrNull,
    cancelled_at: timeOrNull,
  }),
}
