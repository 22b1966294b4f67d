import { refusalsOf } from '#api/docs/refusals.ts'
import { payoutRules } from '#http/payer-rules.ts'
import type { About } from '#http/route.ts'

/** The documentation of this folder's routes. */
export const about = {
  createPayout: {
    name: 'createPayout',
    title: 'Send money out',
    text: 'Sends money from your balance to an authorized account of yours: by Mobile Money at once, or by bank transfer, which the service makes by hand (live mode alone). The answer is `202` with a transaction that is `pending`; its end comes by the webhooks `withdrawal.*`. Accounts are authorized in the portal first.',
    examples: {
      'Mobile Money': {
        amount: 5000,
        currency: 'XOF',
        provider: 'mtn-benin',
        phone: '2290190000000',
        reference: 'SALARY-11',
      },
    },
    rules: payoutRules,
    codes: [
      'quote_not_found',
      'quote_already_used',
      'quote_expired',
      'quote_mismatch',
      ...refusalsOf.number,
      'invalid_bank_account',
      'duplicate_reference',
      'recipient_not_authorized',
      'insufficient_balance',
      'payout_amount_too_small',
      'payout_amount_too_large',
      'payouts_temporarily_unavailable',
      'bank_account_ambiguous',
      'currency_not_supported',
      'provider_unavailable',
      'live_mode_required',
      'operation_not_allowed',
      'sandbox_rate_limited',
      'amount_too_small',
      'amount_out_of_bounds',
    ],
  },
} satisfies Readonly<Record<string, About>>
