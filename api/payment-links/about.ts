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
    text: 'The payment methods that accept the price of the link; if the payer chooses the price, those that accept `amount`.',
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
    text: 'What paying the link would cost; refused if the payment itself would be refused.',
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
    text: 'A collection that the payer requests, without a key. Everything about the sale comes from the link; name, e-mail address and number are required if the link asks for them.',
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
    text: 'A payment that was requested through the link, masked, whatever the state of the link.',
  },
  getPaymentLinkReceipt: {
    name: 'getPaymentLinkReceipt',
    title: 'Read the receipt of a payment of a link',
    text: 'The receipt of a successful payment of the link: in full with its `receipt_token`, otherwise masked.',
    codes: ['receipt_not_found'],
  },
} satisfies Readonly<Record<string, About>>
