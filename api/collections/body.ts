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
} from '#http/fields.ts'
import type { CheckInput, RouteInput } from '#http/route.ts'

/** A card as typed by its holder; it is handed to the acquirer and never recorded (spec: POST /v2/collections, card). */
const cardField = Type.Object(
  {
    number: Type.String({
      code: 'invalid_card_number',
      pattern: '^[0-9]{12,19}$',
      format: 'card_number',
    }),
    exp_month: Type.Integer({ code: 'invalid_card_expiry', minimum: 1, maximum: 12 }),
    exp_year: Type.Integer({ code: 'invalid_card_expiry', minimum: 1000, maximum: 9999 }),
    cvc: Type.String({ code: 'invalid_card_cvc', pattern: '^[0-9]{3,4}$' }),
  },
  { code: 'invalid_card' },
)

/** How a payment is made and by whom, with a key or through a payment link. */
export const payerFields = {
  provider: providerField,
  payment_method: Type.Optional(
    choiceField('invalid_payment_method', ['mobile_money', 'card', 'direct_debit']),
  ),
  phone: Type.Optional(phoneField),
  country: Type.Optional(phoneCountryField),
  customer: Type.Optional(
    Type.Object({ name: customerNameField, email: emailField }, { code: 'invalid_customer' }),
  ),
  card: Type.Optional(cardField),
}

/** Body of a collection (spec: POST /v2/collections). */
export const collectionBody = Type.Object({
  amount: amountField,
  currency: currencyField,
  ...payerFields,
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
