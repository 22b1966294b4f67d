import Type from 'typebox'
import { deskAct } from '#use-cases/desk/act.ts'
import { confirmed, confirmedFields } from '#use-cases/desk/fields.ts'
import { findPerson, listPeople } from '#use-cases/people/find.ts'
import { disablePerson } from '#use-cases/people/manage.ts'
import { newMember, roleField } from '#use-cases/people/typed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import { presentStaffMember } from '#api/present/staff-member.ts'
import { staffMember } from '#api/schemas/staff.ts'
import { askRoute } from '#api/staff/account-changes/routes.ts'
import { actRoute, readRoute, wholeRoute } from '#api/staff/desk-route.ts'
import { causeOf, memberParams } from '#api/staff/fields.ts'

const path = '/staff/api/members'
const one = `${path}/:id`
const permission = 'staff.manage'
const everybody = { realm: 'staff', merchantId: null } as const

/** Members of staff, in the order they joined; changes that need two administrators are requested here. */
export function memberRoutes(context: ApiContext): readonly Route[] {
  const { database } = context
  return [
    wholeRoute({
      path,
      permission,
      summary: 'Lister les membres de l’équipe',
      answer: staffMember,
      read: () => listPeople(database, everybody),
      present: presentStaffMember,
    }),
    askRoute(context, {
      permission,
      path,
      summary: 'Demander l’invitation d’un membre de l’équipe',
      body: newMember,
      wanted: ({ name, email, role }) => ({ kind: 'invite', name, email, role }),
    }),
    readRoute({
      path: one,
      permission,
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
      permission,
      path: `${one}/role`,
      params: memberParams,
      summary: 'Demander le changement de rôle d’un membre de l’équipe',
      body: Type.Object({ role: roleField, ...confirmedFields }),
      wanted: ({ role }, personId) => ({ kind: 'change_role', personId, role }),
    }),
    actRoute(context, {
      path: `${one}/disable`,
      summary: 'Désactiver un membre de l’équipe',
      answer: staffMember,
      params: memberParams,
      act: disableAct,
      present: presentStaffMember,
    }),
    askRoute(context, {
      permission,
      path: `${one}/enable`,
      params: memberParams,
      summary: 'Demander la réactivation d’un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'enable', personId }),
    }),
    askRoute(context, {
      permission,
      path: `${one}/invitation`,
      params: memberParams,
      summary: 'Demander un nouveau code d’invitation pour un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'renew_invitation', personId }),
    }),
    askRoute(context, {
      permission,
      path: `${one}/one-time-codes/reset`,
      params: memberParams,
      summary: 'Demander le retrait des codes à usage unique d’un membre de l’équipe',
      body: confirmed,
      wanted: (_, personId) => ({ kind: 'reset_one_time_codes', personId }),
    }),
  ]
}

/**
 * Disables an account at once; one administrator is enough. Refusals: user_not_found, operation_not_allowed,
 * last_administrator.
 */
const disableAct = deskAct({
  permission,
  body: confirmed,
  async work({ database }, { person: manager, requestId, id, body: { password, reason } }) {
    await confirmPassword(database, manager, password)
    const cause = causeOf({ requestId }, reason)
    return disablePerson(database, { realm: 'staff', manager, id, cause })
  },
})
