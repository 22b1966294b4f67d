import Type, { type Static } from 'typebox'
import {
  amountField,
  currencyField,
  descriptionField,
  metadataField,
  referenceField,
} from '#http/fields.ts'
import { payerFields } from '#http/payer-fields.ts'
import type { CheckInput, RouteInput } from '#http/route.ts'

/** Body of a collection (docs/payments.md#collections). */
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
