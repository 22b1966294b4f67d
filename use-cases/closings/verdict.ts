import Type, { type Static } from 'typebox'
import { closingVerdicts } from '#domain/closings/closing.ts'
import type { QueueOrder } from '#use-cases/desk/act.ts'
import { reasonField, secretField } from '#use-cases/desk/fields.ts'
import { choiceField, visibleText } from '#use-cases/fields.ts'
import type { StaffClosing } from './give.ts'

/** Confirms that the reference is also that of another order of this operator. */
export const sharedReference = Type.Optional(choiceField('invalid_field', ['confirmed']))

const body = Type.Object({
  password: secretField,
  verdict: choiceField('invalid_field', closingVerdicts),
  operator_reference: visibleText(64),
  same_reference: sharedReference,
  reason: reasonField,
})

/** What verdicts on all kinds of subjects share: permission, and evidence. */
export const verdictAct = {
  permission: 'outcomes.decide',
  body,
  details: ({ verdict, operator_reference, same_reference }: Static<typeof body>) => ({
    verdict,
    operator_reference,
    ...(same_reference && { same_reference }),
  }),
} as const

/** The verdict as it is sent to the run. */
export function closingOf({
  actId,
  staffMemberId,
  body: { verdict, operator_reference: operatorReference, same_reference: same, reason },
}: QueueOrder<Static<typeof body>>): StaffClosing {
  const mayShareReference = same === 'confirmed'
  return { actId, staffMemberId, verdict, operatorReference, mayShareReference, reason }
}
