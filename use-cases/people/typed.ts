import Type from 'typebox'
import { staffRoles } from '#domain/people/staff-roles.ts'
import { confirmedFields, nameField } from '#use-cases/desk/fields.ts'
import { choiceField, emailField } from '#use-cases/fields.ts'

/** A role of staff. */
export const roleField = choiceField('invalid_field', staffRoles)

/** Fields for inviting a member of staff. */
export const newMember = Type.Object({
  name: nameField,
  email: emailField,
  role: roleField,
  ...confirmedFields,
})
