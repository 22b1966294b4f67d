import { refusalsOf } from '#api/docs/refusals.ts'
import { quoteRules } from '#http/payer-rules.ts'
import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  createQuote: {
    name: 'createQuote',
    title: 'Get a quote',
    text: 'What a payment would cost and bring, refused where the payment itself would be. Leave `phone` out to quote before it is known, but with `provider: auto` for Mobile Money it is needed. A quote of a payout needs the secret key. With `Service-Version: 2.6.0` it is kept until `expires_at`: a payment that names it as `quote_id` is charged as quoted.',
    examples: {
      Collection: { amount: 1000, currency: 'XOF', provider: 'mtn-benin' },
    },
    rules: quoteRules,
    codes: [
      ...refusalsOf.price,
      ...refusalsOf.number,
      'invalid_payment_method',
      'secret_key_required',
      'live_mode_required',
      'payout_amount_too_small',
      'payout_amount_too_large',
      'payouts_temporarily_unavailable',
      'operation_not_allowed',
    ],
  },
} satisfies Readonly<Record<string, About>>
