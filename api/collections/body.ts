import Type, { type Static } from 'typebox'
import {
  amountField,
  choiceField,
  currencyField,
  customerNameField,
  descriptionField,
  emailField,
  metadataField,
  phoneCountryField,
  phoneField,
  providerField,
  referenceField,
} from '#api/http/fields.ts'
import type { CheckInput, RouteInput } from '#api/http/route.ts'

/** Body of a collection (spec: POST /v2/collections). */
export const collectionBody = Type.Object({
  amount: amountField,
  currency: currencyField,
  provider: providerField,
  payment_method: Type.Optional(
    choiceField('invalid_payment_method', ['mobile_money', 'card', 'direct_debit']),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  customer: Type.Optional(
    Type.Object({ name: customerNameField, email: emailField }, { code: 'invalid_customer' }),
  ),
  reference: Type.Optional(referenceField),
  description: Type.Optional(descriptionField),
  metadata: Type.Optional(metadataField),
})

export type CollectionBody = Static<typeof collectionBody>
export const collectionKeys = ['secret', 'public', 'terminal', 'session'] as const
export type CollectionCheck = CheckInput<CollectionBody, unknown, typeof collectionKeys>
export type CollectionInput = RouteInput<
  CollectionBody,
  unknown,
  unknown,
  typeof collectionKeys,
  'required'
>
