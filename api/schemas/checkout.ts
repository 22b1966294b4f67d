import { checkoutStatuses } from '#domain/checkouts/checkout.ts'
import { descriptionLengthMax } from '#domain/transactions/texts.ts'
import { linkDisplay } from './money.ts'
import { transaction } from './transaction.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

/** See docs/checkouts-and-terminals.md#checkouts. */
export const checkout = part.kindOf(
  'Checkout',
  'A cash-desk QR code: used once, for a fixed amount, for a limited time.',
  {
    id: said(part.uuid, 'Id of the QR code.', '0197a3c2-5555-7d44-8f0a-3c9e1b7d2a10'),
    object: part.kind('checkout'),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    channel: said(part.oneOf('shop', 'pos'), 'Channel of its sale.', 'shop'),
    amount: said(part.amount, 'Requested from the customer, before fees that they bear.', 1000),
    currency: said(part.currencyCode, 'Its currency.', 'XOF'),
    description: said(part.orNull(part.textUpTo(descriptionLengthMax)), 'As sent.', 'Table 4'),
    status: said(
      part.named(
        'CheckoutStatus',
        part.oneOf(...checkoutStatuses),
        '`open` can be paid; `processing` is being paid; `succeeded`, `expired` and `cancelled` are the end.',
      ),
      'Its current state.',
      'open',
    ),
    expires_in: said(part.wholeNumber, 'Seconds left while open, otherwise 0.', 300),
    expires_at: said(part.time, 'When it expires, in UTC.', '2026-11-22T09:35:00Z'),
    url: said(
      part.url,
      'What the QR code contains: the payment page.',
      'https://pay.example/sandbox/0197a3c2',
    ),
    terminal: said(part.terminal, 'Terminal that created it.', null),
    operator: said(part.staffMember, 'Cashier who created it.', null),
    transaction: said(
      part.orNull(transaction.schema),
      'Latest payment started with it; null before the first one.',
      null,
    ),
    display: said(linkDisplay, 'The amount as the customer sees it.'),
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    completed_at: said(part.timeOrNull, 'When it was paid, in UTC.', null),
    cancelled_at: said(part.timeOrNull, 'When it was cancelled, in UTC.', null),
  },
)
