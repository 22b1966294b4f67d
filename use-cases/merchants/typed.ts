import Type from 'typebox'
import { currencyCodes } from '#domain/money/currency.ts'
import { nameField, reasonField } from '#use-cases/desk/fields.ts'
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
  reason: Type.Optional(reasonField),
})

/** What another owner asks for. */
export const newOwner = Type.Object({ name: nameField, email: emailField, reason: reasonField })
