import Type from 'typebox'
import { invitePerson } from '#use-cases/people/invite.ts'
import type { ApiContext } from '#http/context.ts'
import { route } from '#http/route.ts'
import { presentStaffInvitation } from '#api/present/staff-member.ts'
import { staffInvitation } from '#api/schemas/staff.ts'
import { causeOf, emailField, nameField, reasonField, roleField } from '#api/staff/fields.ts'

/** Who is invited. */
export const newMember = Type.Object({
  name: nameField,
  email: emailField,
  role: roleField,
  reason: Type.Optional(reasonField),
})

/** Gives somebody an account; the code is in this answer alone. Refusal: email_taken. */
export function inviteStaffMember({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/members',
    keys: { staff: 'staff.manage' },
    summary: 'Inviter un membre de l’équipe',
    success: 201,
    answer: { object: staffInvitation },
    body: newMember,
    async handler(input) {
      const { reason, ...person } = input.body
      const whom = { realm: 'staff', inviter: input.caller.person } as const
      const invited = await invitePerson(database, whom, {
        ...person,
        cause: causeOf(input, reason),
      })
      return {
        body: { data: presentStaffInvitation(invited) },
        headers: { Location: `/staff/api/members/${invited.person.id}` },
      }
    },
  })
}
