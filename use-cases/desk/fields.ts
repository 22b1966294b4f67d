import Type from 'typebox'
import { visiblePattern } from '#domain/text/visible.ts'
import { textField, visibleText } from '#use-cases/fields.ts'

/** The reason of an action; kept in the audit log. */
export const reasonField = visibleText(500)

/** A name as people write it, on one line. */
export const nameField = Type.String({
  code: 'invalid_field',
  minLength: 1,
  maxLength: 120,
  format: 'shown_text',
  pattern: `^.*${visiblePattern}.*$`,
})

/** A password or code as typed; the code that uses it checks it. */
export const secretField = textField('invalid_field', { min: 1, max: 512 })

/** For actions with an optional reason. */
export const explained = Type.Object({ reason: Type.Optional(reasonField) })

/** For actions that require a reason. */
export const justified = Type.Object({ reason: reasonField })

/** Fields of actions that release money, or decide who may. */
export const confirmedFields = { password: secretField, reason: Type.Optional(reasonField) }
export const confirmed = Type.Object(confirmedFields)

/** For actions that release money and require a reason. */
export const justifiedAndConfirmed = Type.Object({ password: secretField, reason: reasonField })
