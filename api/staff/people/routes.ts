import Type from 'typebox'
import { askAccountChange, type WantedChange } from '#use-cases/account-changes/ask.ts'
import { findAccountChange } from '#use-cases/account-changes/find.ts'
import { confirmed, confirmedFields } from '#use-cases/desk/fields.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { newMember, roleField } from '#use-cases/people/typed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { ApiContext } from '#http/context.ts'
import { wholeList } from '#http/page.ts'
import { type Route, route } from '#http/route.ts'
import { presentAccountChange } from '#api/present/account-change.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { accountChange } from '#api/schemas/account-change.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { readRoute } from '#api/staff/desk-route.ts'
import { causeOf, memberParams } from '#api/staff/fields.ts'

const path = '/staff/api/members'
const one = `${path}/:id`
const keys = { staff: 'staff.manage' } as const
const everybody = { realm: 'staff', merchantId: null } as const

/** Members of staff, in the order they joined; changes that need two administrators are requested here. */
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
    askRoute(context, {
      path,
      summary: 'Demander l’invitation d’un membre de l’équipe',
      body: newMember,
      wanted: ({ name, email, role }) => ({ kind: 'invite', name, email, role }),
    }),
    readRoute({
      path: one,
      permission: keys.staff,
      summary: 'Lire un membre de l’équipe',
      answer: staffMember,
      params: memberParams,
      read: async (id) => presentStaffMember(await findPerson(database, everybody, id)),
    }),
    ...changeRoutes(context),
  ]
}

/** Changes of an account. Disabling takes effect at once; the others are requests. */
function changeRoutes(context: ApiContext): readonly Route[] {
  return [
    askRoute(context, {
      path: `${one}/role`,
      summary: 'Demander le changement de rôle d’un membre de l’équipe',
      body: Type.Object({ role: roleField, ...confirmedFields }),
      wanted: ({ role }, personId) => ({ kind: 'change_role', personId, role }),
    }),
    disableRoute(context),
    askRoute(context, {
      path: `${one}/enable`,
      summary: 'Demander la réactivation d’un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'enable', personId }),
    }),
    askRoute(context, {
      path: `${one}/invitation`,
      summary: 'Demander un nouveau code d’invitation pour un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'renew_invitation', personId }),
    }),
    askRoute(context, {
      path: `${one}/one-time-codes/reset`,
      summary: 'Demander le retrait des codes à usage unique d’un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'reset_one_time_codes', personId }),
    }),
  ]
}

/** The body of a request by an administrator, confirmed with a password. */
type Asked = { readonly password: string; readonly reason?: string }

interface AskRoute<Body extends Type.TSchema> {
  readonly path: string
  readonly summary: string
  readonly body: Body
  readonly wanted: (body: Type.Static<Body>, personId: string) => WantedChange
}

/** Requests a change that a second administrator must approve. Refusals: those of `askAccountChange`. */
function askRoute<Body extends Type.TSchema>(
  { database }: ApiContext,
  { wanted, body, ...described }: AskRoute<Body>,
): Route {
  return route({
    method: 'POST',
    keys,
    success: 201,
    answer: { object: accountChange },
    ...(described.path !== path && { params: memberParams }),
    body,
    ...described,
    async handler(input) {
      const given = input.body as Type.Static<Body>
      const { password, reason } = given as Asked
      const { id: personId = '' } = (input.params ?? {}) as { readonly id?: string }
      const { person } = input.caller as Session<'staff'>
      const cause = causeOf(input, reason)
      const id = await askAccountChange(database, person, {
        wanted: wanted(given, personId),
        password,
        cause,
      })
      return {
        body: { data: presentAccountChange(await findAccountChange(database, id)) },
        headers: { Location: `/staff/api/account-changes/${id}` },
      }
    },
  })
}

/**
 * Disables an account at once; one administrator is enough. Refusals: user_not_found, operation_not_allowed,
 * last_administrator.
 */
function disableRoute({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: `${one}/disable`,
    keys,
    summary: 'Désactiver un membre de l’équipe',
    answer: { object: staffMember },
    params: memberParams,
    body: confirmed,
    async handler(input) {
      const { password, reason } = input.body
      const manager = input.caller.person
      await confirmPassword(database, manager, password)
      const cause = causeOf(input, reason)
      const managed = { realm: 'staff', manager, id: input.params.id, cause } as const
      return { body: { data: presentStaffMember(await disablePerson(database, managed)) } }
    },
  })
}
