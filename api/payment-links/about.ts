import { refusalsOf } from '#api/docs/refusals.ts'
import type { About } from '#http/route.ts'
import { payerQuoteRules, payerRules } from '#http/payer-rules.ts'

/** The documentation of this folder's payer routes. */
export const about = {
  getPaymentLink: {
    name: 'getPaymentLink',
    title: 'Read a payment link',
    text: 'What a payer sees before paying. No key is needed.',
    codes: [...refusalsOf.link],
  },
  listPaymentLinkMethods: {
    name: 'listPaymentLinkMethods',
    title: 'List the payment methods of a link',
    text: 'The payment methods that take the price of the link; where the payer chooses it, those that take `amount`.',
    codes: [
      ...refusalsOf.link,
      'invalid_amount',
      'invalid_country',
      'payment_link_amount_fixed',
      'amount_out_of_bounds',
      'currency_not_supported',
    ],
  },
  createPaymentLinkQuote: {
    name: 'createPaymentLinkQuote',
    title: 'Get a quote for a payment link',
    text: 'What paying the link would cost, refused where the payment itself would be.',
    examples: {
      'Fixed price': { provider: 'mtn-benin' },
    },
    rules: payerQuoteRules,
    codes: [
      ...refusalsOf.price,
      ...refusalsOf.number,
      ...refusalsOf.link,
      'invalid_amount',
      'payment_link_amount_fixed',
    ],
  },
  createPaymentLinkCollection: {
    name: 'createPaymentLinkCollection',
    title: 'Pay a payment link',
    text: 'A collection that the payer asks for, without a key. What concerns the sale is the link’s; where it asks for name, e-mail address or number, they are required.',
    examples: {
      'Mobile Money': {
        provider: 'auto',
        phone: '2290190000000',
        customer: { name: 'Awa Dossou', email: 'awa@example.com' },
      },
    },
    codes: [
      ...refusalsOf.price,
      ...refusalsOf.number,
      ...refusalsOf.card,
      ...refusalsOf.link,
      'invalid_customer',
      'invalid_amount',
      'payment_link_amount_fixed',
      'unknown_field',
      'invalid_field',
      'sandbox_rate_limited',
      'operation_not_allowed',
      'duplicate_reference',
    ],
    rules: payerRules,
  },
  getPaymentLinkTransaction: {
    name: 'getPaymentLinkTransaction',
    title: 'Read a payment of a link',
    text: 'A payment that was asked for through the link, masked, whatever became of the link since.',
  },
  getPaymentLinkReceipt: {
    name: 'getPaymentLinkReceipt',
    title: 'Read the receipt of a payment of a link',
    text: 'The receipt of a successful payment of the link: in full with its `receipt_token`, else masked.',
    codes: ['receipt_not_found'],
  },
} satisfies Readonly<Record<string, About>>
