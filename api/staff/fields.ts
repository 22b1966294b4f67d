import Type from 'typebox'
import { closingVerdicts } from '#domain/closings/closing.ts'
import { staffRoles } from '#domain/people/staff-roles.ts'
import type { ActCause } from '#use-cases/audit/log.ts'
import type { RouteInput } from '#http/route.ts'
import { choiceField, emailField, idParameter, textField } from '#http/fields.ts'

/** Schemas that several routes of the staff desk share. */

/** Why something is done; it stays in the audit log. */
export const reasonField = Type.String({
  code: 'invalid_field',
  minLength: 1,
  maxLength: 500,
  pattern: String.raw`\S`,
})

/** A name as people write it: something to see in it. */
export const nameField = Type.String({
  code: 'invalid_field',
  minLength: 1,
  maxLength: 120,
  pattern: String.raw`\S`,
})

export { emailField }

/** A password or code as typed; whether it is right, or may be chosen, is a rule of the command. */
export const secretField = textField('invalid_field', { min: 1, max: 512 })

export const roleField = choiceField('invalid_field', staffRoles)

/** Body of the acts that may be explained. */
export const explained = Type.Object({ reason: Type.Optional(reasonField) })

/** Body of the word on how something ended whose operator stays silent, with its evidence. */
export const closed = Type.Object({
  password: secretField,
  verdict: choiceField('invalid_field', closingVerdicts),
  operator_reference: Type.String({
    code: 'invalid_field',
    minLength: 1,
    maxLength: 64,
    pattern: String.raw`\S`,
  }),
  reason: reasonField,
})

/** Body of the acts that must be. */
export const justified = Type.Object({ reason: reasonField })

/** Bodies of the acts that let money go. */
export const confirmedFields = { password: secretField, reason: Type.Optional(reasonField) }
export const justifiedAndConfirmed = Type.Object({ password: secretField, reason: reasonField })

export const memberParams = Type.Object({ id: idParameter('user_not_found') })
export const transactionParams = Type.Object({ id: idParameter('transaction_not_found') })
export const refundParams = Type.Object({ id: idParameter('refund_not_found') })
export const accountParams = Type.Object({ id: idParameter('authorized_account_not_found') })
export const suspensionParams = Type.Object({ id: idParameter('payout_suspension_not_found') })
export const noticeParams = Type.Object({
  id: Type.String({ code: 'notice_not_found', pattern: '^[1-9][0-9]{0,17}$' }),
})
export const reconciliationParams = Type.Object({ id: idParameter('reconciliation_not_found') })
export const merchantParams = Type.Object({ id: idParameter('merchant_not_found') })

/** What the audit log keeps of a request besides the act. */
export function causeOf({ requestId }: Pick<RouteInput, 'requestId'>, reason?: string): ActCause {
  return { requestId, reason: reason ?? null }
}
