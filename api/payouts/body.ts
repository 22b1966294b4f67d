import Type, { type Static } from 'typebox'
import {
  amountField,
  currencyField,
  descriptionField,
  phoneCountryField,
  phoneField,
  providerField,
  referenceField,
} from '#http/fields.ts'
import type { CheckInput, RouteInput } from '#http/route.ts'

/** Body of a payout (docs/payouts.md#mobile-money-payouts). */
export const payoutBody = Type.Object({
  amount: amountField,
  currency: currencyField,
  provider: providerField,
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  bank_account_id: Type.Optional(Type.String({ code: 'invalid_bank_account', format: 'uuid' })),
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
})

export type PayoutBody = Static<typeof payoutBody>
export const payoutKeys = ['secret'] as const
export type PayoutCheck = CheckInput<PayoutBody, unknown, typeof payoutKeys>
export type PayoutInput = RouteInput<PayoutBody, unknown, unknown, typeof payoutKeys, 'required'>
