import Type from 'typebox'
import { nameField } from '#use-cases/desk/fields.ts'
import { emailField } from '#use-cases/fields.ts'

/** What signing up asks for, besides a number. */
export const newSignUp = Type.Object({
  business_name: nameField,
  person_name: nameField,
  email: emailField,
})
