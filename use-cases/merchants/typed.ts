import Type from 'typebox'
import { currencyCodes } from '#domain/money/currency.ts'
import { confirmedFields, nameField, reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField, emailField } from '#use-cases/fields.ts'

/** What letting a merchant in asks for. */
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

/** What another owner asks for. */
export const newOwner = Type.Object({
  name: nameField,
  email: emailField,
  password: secretField,
  reason: reasonField,
})
