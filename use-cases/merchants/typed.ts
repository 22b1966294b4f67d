import Type from 'typebox'
import { currencyCodes } from '#domain/money/currency.ts'
import { confirmedFields, nameField, reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField, emailField } from '#use-cases/fields.ts'

/** Fields for creating a merchant. */
export const newMerchant = Type.Object({
  name: nameField,
  service: Type.Object({
    name: nameField,
    public_name: Type.Optional(nameField),
    currency: Type.Optional(choiceField('invalid_currency', currencyCodes)),
  }),
  owner: Type.Object({ name: nameField, email: emailField }),
  ...confirmedFields,
})

/** Fields for a new owner. */
export const newOwner = Type.Object({
  name: nameField,
  email: emailField,
  password: secretField,
  reason: reasonField,
})
