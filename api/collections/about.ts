import { refusalsOf } from '#api/docs/refusals.ts'
import type { About } from '#http/route.ts'
import { payerRules } from '#http/payer-rules.ts'

/** The documentation of this folder's routes. */
export const about = {
  createCollection: {
    name: 'createCollection',
    title: 'Request a payment',
    text: 'Requests money from a payer, by Mobile Money, card or direct debit. The answer is `202` with a transaction that is `pending`: its outcome arrives by the webhook `payment.success` or `payment.failed`, and can be read with `getTransaction`. For a card or direct debit the payer may have to go to `next_action.url`. Send your own `reference` for each order: a second payment for it is then refused with `duplicate_reference`.',
    examples: {
      'Mobile Money': {
        amount: 1000,
        currency: 'XOF',
        provider: 'auto',
        phone: '2290190000000',
        customer: { name: 'Awa Dossou', email: 'awa@example.com' },
        reference: 'ORDER-1042',
        description: 'Order 1042',
        metadata: { cart: '1042' },
      },
      Card: {
        amount: 5000,
        currency: 'XOF',
        provider: 'auto',
        payment_method: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2035, cvc: '123' },
        customer: { name: 'Awa Dossou', email: 'awa@example.com' },
        reference: 'ORDER-1043',
      },
      'Direct debit': {
        amount: 2500,
        currency: 'XOF',
        provider: 'auto',
        payment_method: 'direct_debit',
        phone: '2290190000001',
        customer: { name: 'Awa Dossou', email: 'awa@example.com' },
        reference: 'ORDER-1044',
      },
    },
    codes: [
      'quote_not_found',
      'quote_already_used',
      'quote_expired',
      'quote_mismatch',
      ...refusalsOf.price,
      ...refusalsOf.number,
      ...refusalsOf.card,
      'duplicate_reference',
      'invalid_customer',
      'operation_not_allowed',
      'sandbox_rate_limited',
    ],
    rules: payerRules,
  },
} satisfies Readonly<Record<string, About>>
