import Type, { type Static } from 'typebox'
import {
  amountField,
  choiceField,
  currencyField,
  phoneCountryField,
  phoneField,
  providerField,
} from '#http/fields.ts'
import type { CheckInput, RouteInput } from '#http/route.ts'

/** Body of a quote: that of the payment it is for, as far as the price depends on it. */
export const quoteBody = Type.Object({
  type: Type.Optional(choiceField('invalid_type', ['collection', 'payout'])),
  amount: amountField,
  currency: currencyField,
  provider: providerField,
  payment_method: Type.Optional(
    choiceField('invalid_payment_method', [
      'mobile_money',
      'card',
      'direct_debit',
      'bank_transfer',
    ]),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
})

export type QuoteBody = Static<typeof quoteBody>
export const quoteKeys = ['secret', 'public', 'terminal', 'session'] as const
export type QuoteCheck = CheckInput<QuoteBody, unknown, typeof quoteKeys>
export type QuoteInput = RouteInput<QuoteBody, unknown, unknown, typeof quoteKeys>
