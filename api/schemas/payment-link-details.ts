import { linkLengthMax } from '#domain/payment-links/payment-link.ts'
import { said } from './parts.ts'
import * as part from './parts.ts'

const amountOrNull = part.orNull(part.amount)

/** See docs/payment-links.md#links-by-the-api. */
export const paymentLinkDetails = part.kindOf(
  'PaymentLinkDetails',
  'A payment link as its merchant sees it.',
  {
    id: said(part.uuid, 'Id of the link.', '0197a3c2-77d0-7e52-b1c8-2f4a6e9d0c55'),
    object: part.kind('payment_link'),
    mode: said(part.mode, 'Live or sandbox.', 'sandbox'),
    url: said(
      part.url,
      'The payment page: send your customer there.',
      'https://pay.example/sandbox/pay/0197a3c2-77d0-7e52-b1c8-2f4a6e9d0c55',
    ),
    status: said(
      part.oneOf('active', 'inactive', 'expired', 'cancelled', 'paid', 'in_progress'),
      'Whether it can be paid: only `active` can.',
      'active',
    ),
    title: said(part.textUpTo(linkLengthMax.title), 'What the customer buys.', 'Order 1042'),
    description: said(
      part.orNull(part.textUpTo(linkLengthMax.description)),
      'More about it.',
      'Two cotton shirts',
    ),
    reference: said(
      part.orNull(part.reference),
      'Your own reference: it is added to the return address, and is in `metadata.service_link_reference` of each payment.',
      'ORDER-1042',
    ),
    amount: said(amountOrNull, 'Fixed price; null if the customer chooses it.', 5000),
    currency: said(part.currencyCode, 'Currency of its amounts.', 'XOF'),
    min_amount: said(amountOrNull, 'Smallest price a customer may choose.', null),
    max_amount: said(amountOrNull, 'Largest price a customer may choose.', null),
    max_payments: said(
      part.orNull(part.wholeNumber),
      'How many times it can be paid; null if there is no limit.',
      1,
    ),
    payments_count: said(part.wholeNumber, 'Payments that succeeded.', 0),
    amount_collected: said(part.amount, 'Sum of the prices paid, in units of `currency`.', 0),
    expires_at: said(
      part.timeOrNull,
      'Until when it can be paid, in UTC; null if there is no end.',
      null,
    ),
    success_url: said(
      part.returnUrlOrNull,
      'Where the customer goes after paying.',
      'https://shop.example/thanks',
    ),
    cancel_url: said(
      part.returnUrlOrNull,
      'Where the customer goes without paying.',
      'https://shop.example/cart',
    ),
    origin: said(
      part.textOrNull,
      'The site that may embed the page, with `checkout.js`.',
      'https://shop.example',
    ),
    email_required: said(part.flag, 'Whether the customer’s e-mail address is asked for.', true),
    metadata: part.metadata,
    created_at: said(part.time, 'When it was created, in UTC.', '2026-11-22T09:30:00Z'),
    updated_at: said(part.time, 'When it was last changed, in UTC.', '2026-11-22T09:30:00Z'),
  },
)
