import Type from 'typebox'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { confirmedFields, nameField } from '#use-cases/desk/fields.ts'
import { choiceField, emailField } from '#use-cases/fields.ts'

/** A role of the staff. */
export const roleField = choiceField('invalid_field', staffRoles)

/** What inviting a member of the staff asks for. */
export const newMember = Type.Object({
  name: nameField,
  email: emailField,
  role: roleField,
  ...confirmedFields,
})
