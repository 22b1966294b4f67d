import Type from 'typebox'
import { explained, reasonField } from '#use-cases/desk/fields.ts'
import type { Managed } from '#use-cases/people/change-managed.ts'
import { changePersonRole } from '#use-cases/people/change-role.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { renewInvitation } from '#use-cases/people/renew-invitation.ts'
import { resetOneTimeCodes } from '#use-cases/people/reset-one-time-codes.ts'
import { disablePerson, enablePerson } from '#use-cases/people/set-state.ts'
import { newMember, roleField } from '#use-cases/people/typed.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { type Route, route } from '#http/route.ts'
import { presentStaffInvitation, presentStaffMember } from '#api/present/staff-member.ts'
import { staffInvitation, staffMember } from '#api/schemas/staff.ts'
import { readRoute } from '#api/staff/desk-route.ts'
import { causeOf, memberParams } from '#api/staff/fields.ts'

const path = '/staff/api/members'
const one = `${path}/:id`
const keys = { staff: 'staff.manage' } as const
const everybody = { realm: 'staff', merchantId: null } as const

/** Members of the staff, in the order in which they came; a code is in the answer that makes it alone. */
export function memberRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  return [
    route({
      method: 'GET',
      path,
      keys,
      summary: 'Lister les membres de l’équipe',
      answer: { object: staffMember, isList: true },
      async handler() {
        const members = await listPeople(database, everybody)
        return { body: wholeList(members.map(presentStaffMember)) }
      },
    }),
    inviteRoute(context),
    readRoute({
      path: one,
      permission: keys.staff,
      summary: 'Lire un membre de l’équipe',
      answer: staffMember,
      params: memberParams,
      read: async (id) => presentStaffMember(await findPerson(database, everybody, id)),
    }),
    roleRoute(context),
    changeRoute({
      verb: 'disable',
      summary: 'Désactiver un membre de l’équipe',
      work: async (managed) => presentStaffMember(await disablePerson(database, managed)),
    }),
    changeRoute({
      verb: 'enable',
      summary: 'Réactiver un membre de l’équipe',
      work: async (managed) => presentStaffMember(await enablePerson(database, managed)),
    }),
    changeRoute({
      verb: 'invitation',
      summary: 'Renouveler l’invitation d’un membre de l’équipe',
      answer: staffInvitation,
      work: async (managed) => presentStaffInvitation(await renewInvitation(database, managed)),
    }),
    changeRoute({
      verb: 'one-time-codes/reset',
      summary: 'Retirer les codes à usage unique d’un membre de l’équipe',
      work: async (managed) => presentStaffMember(await resetOneTimeCodes(database, managed)),
    }),
  ]
}

/** Gives somebody an account. Refusal: email_taken. */
function inviteRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path,
    keys,
    summary: 'Inviter un membre de l’équipe',
    success: 201,
    answer: { object: staffInvitation },
    body: newMember,
    async handler(input) {
      const { reason, ...person } = input.body
      const whom = { realm: 'staff', inviter: input.caller.person } as const
      const account = { ...person, cause: causeOf(input, reason) }
      const invited = await invitePerson(database, whom, account)
      return {
        body: { data: presentStaffInvitation(invited) },
        headers: { Location: `${path}/${invited.person.id}` },
      }
    },
  })
}

/** Another role, from their next request on. Refusals: user_not_found, operation_not_allowed, last_administrator. */
function roleRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${one}/role`,
    keys,
    summary: 'Changer le rôle d’un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: Type.Object({ role: roleField, reason: Type.Optional(reasonField) }),
    async handler(input) {
      const member = await changePersonRole(database, managedBy(input), input.body.role)
      return { body: { data: presentStaffMember(member) } }
    },
  })
}

interface ChangeRoute {
  readonly verb: string
  readonly summary: string
  readonly answer?: typeof staffMember
  readonly work: (managed: Managed<'staff'>) => Promise<object>
}

/** Changes an account. Refusals: user_not_found, operation_not_allowed; by what is changed last_administrator, action_not_allowed. */
function changeRoute({ verb, summary, answer = staffMember, work }: ChangeRoute) {
  return route({
    method: 'POST',
    path: `${one}/${verb}`,
    keys,
    summary,
    answer: { object: answer },
    params: memberParams,
    body: explained,
    handler: async (input) => ({ body: { data: await work(managedBy(input)) } }),
  })
}

/** Whom a route changes, who asks, and why. */
function managedBy(input: {
  readonly caller: Session<'staff'>
  readonly requestId: string
  readonly params: { readonly id: string }
  readonly body: { readonly reason?: string }
}): Managed<'staff'> {
  const { caller, params, body } = input
  const cause = causeOf(input, body.reason)
  return { realm: 'staff', manager: caller.person, id: params.id, cause }
}
