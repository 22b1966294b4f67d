import Type from 'typebox'
import { textField, visibleText } from '#use-cases/fields.ts'

/** Why something is done; it stays in the audit log. */
export const reasonField = visibleText(500)

/** A name as people write it. */
export const nameField = visibleText(120)

/** A password or code as typed; whether it is right, or may be chosen, is a rule of who reads it. */
export const secretField = textField('invalid_field', { min: 1, max: 512 })

/** Of acts that may be explained. */
export const explained = Type.Object({ reason: Type.Optional(reasonField) })

/** Of acts that must be. */
export const justified = Type.Object({ reason: reasonField })

/** Fields of acts that let money go, or decide who may. */
export const confirmedFields = { password: secretField, reason: Type.Optional(reasonField) }
export const confirmed = Type.Object(confirmedFields)

/** Of acts that let money go, and must be explained. */
export const justifiedAndConfirmed = Type.Object({ password: secretField, reason: reasonField })
