import { linkPriceRules } from '#http/payer-rules.ts'
import type { About } from '#http/route.ts'

/** The documentation of the routes with which merchants manage their links. */
export const about = {
  createPaymentLink: {
    name: 'createPaymentLink',
    title: 'Create a payment link',
    text: 'Creates a link for a sale: send your customer to its `url`; a webhook notifies you of the payment. Give `amount`, or let the customer choose between `min_amount` and `max_amount`. It can be paid once unless `max_payments` says otherwise. With an `Idempotency-Key`, sending the request again creates no second link. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    examples: {
      'An order': {
        title: 'Order 1042',
        amount: 5000,
        currency: 'XOF',
        reference: 'ORDER-1042',
        success_url: 'https://shop.example/thanks',
        cancel_url: 'https://shop.example/cart',
      },
      'A price of the payer’s choice': {
        title: 'Donation',
        currency: 'XOF',
        min_amount: 500,
        max_amount: 100_000,
        max_payments: null,
      },
    },
    rules: linkPriceRules,
    codes: ['exchange_rate_unavailable', 'payment_links_too_many', 'validation_failed'],
  },
  listPaymentLinks: {
    name: 'listPaymentLinks',
    title: 'List payment links',
    text: 'Links of the service in the key’s mode, newest first; including those created in the portal. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
    codes: ['invalid_cursor'],
  },
  getPaymentLinkDetails: {
    name: 'getPaymentLinkDetails',
    title: 'Read a payment link of yours',
    text: 'One link as its merchant sees it, in any state. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
  changePaymentLink: {
    name: 'changePaymentLink',
    title: 'Change a payment link',
    text: 'Changes the fields that you send, for payments from now on; fields left out stay as they are. Amounts and currency cannot change. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 405.',
    examples: { 'Another title': { title: 'Order 1042, paid at the door' } },
    codes: ['payment_link_cancelled', 'validation_failed'],
  },
  closePaymentLink: {
    name: 'closePaymentLink',
    title: 'Close a payment link',
    text: 'Closes it for good; a payment under way continues to its end. Send `Service-Version: 2.6.0`, which added it; without that header the answer is 404.',
  },
} satisfies Readonly<Record<string, About>>
