import Type from 'typebox'
import { nameField } from '#use-cases/desk/fields.ts'
import { emailField } from '#use-cases/fields.ts'

/** Fields for signing up, besides the phone number. */
export const newSignUp = Type.Object({
  business_name: nameField,
  person_name: nameField,
  email: emailField,
})
