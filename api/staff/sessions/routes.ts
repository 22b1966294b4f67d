import Type from 'typebox'
import { serviceName } from '#domain/text/service-name.ts'
import { logIn } from '#use-cases/sessions/log-in.ts'
import type { ApiContext } from '#http/context.ts'
import { emailField, textField } from '#http/fields.ts'
import { route } from '#http/route.ts'
import {
  presentOpenedSession,
  presentStaffLogIn,
  presentStaffSession,
} from '#api/present/staff-member.ts'
import {
  done,
  oneTimeCodeSecret,
  recoveryCodes,
  staffLogIn,
  staffSession,
} from '#api/schemas/staff.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'
import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'

/**
 * The first step of a log-in, and the only one without one-time codes. Refusals: invalid_credentials,
 * too_many_attempts.
 */
export function logInStaff({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-in',
    keys: 'none',
    summary: 'Se connecter',
    answer: { object: staffLogIn },
    refusals: [401],
    body: Type.Object({
      email: textField('invalid_email', { min: 1, max: 254 }),
      password: secretField,
    }),
    async handler(input) {
      const { email, password } = input.body
      const { address } = input
      const given = { email, password, address, cause: causeOf(input) }
      return { body: { data: presentStaffLogIn(await logIn(database, 'staff', given)) } }
    },
  })
}

/**
 * The second step, with the token from the first. Refusals: session_required, invalid_one_time_code,
 * too_many_attempts.
 */
export function giveStaffCode({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-in/code',
    keys: 'none',
    summary: 'Donner le code à usage unique de la connexion',
    answer: { object: staffLogIn },
    refusals: [401],
    body: Type.Object({ token: secretField, code: secretField }),
    async handler(input) {
      const given = { ...input.body, cause: causeOf(input) }
      return {
        body: { data: presentOpenedSession(await giveOneTimeCode(database, 'staff', given)) },
      }
    },
  })
}

/** The logged-in member of staff, with permissions. */
export function readStaffSessionRoute() {
  return route({
    method: 'GET',
    path: '/staff/api/session',
    keys: { staff: 'everybody' },
    summary: 'Lire la session',
    answer: { object: staffSession },
    handler: ({ caller }) => ({ body: { data: presentStaffSession(caller) } }),
  })
}

/** Ends the session at once. */
export function logOutStaff({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/log-out',
    keys: { staff: 'everybody' },
    summary: 'Se déconnecter',
    answer: { object: done },
    async handler(input) {
      await logOut(database, input.caller, causeOf(input))
      return { body: { data: { object: 'done' } } }
    },
  })
}

/**
 * Changes the caller's own password. All sessions end, except that this one continues under a new token. Refusals:
 * invalid_password, wrong_password.
 */
export function changeStaffPassword({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/password',
    keys: { staff: 'everybody' },
    summary: 'Changer son mot de passe',
    answer: { object: staffLogIn },
    body: Type.Object({ current_password: secretField, new_password: secretField }),
    async handler(input) {
      const { current_password: current, new_password: next } = input.body
      const change = { current, next, cause: causeOf(input) }
      const opened = await changePassword<'staff'>(database, input.caller, change)
      return { body: { data: presentOpenedSession(opened) } }
    },
  })
}

/**
 * Chooses a password with an invitation; logging in comes next. Refusals: invalid_password, invalid_invitation,
 * too_many_attempts.
 */
export function acceptStaffInvitation({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/invitation',
    keys: 'none',
    summary: 'Choisir un mot de passe avec une invitation',
    answer: { object: done },
    refusals: [401],
    body: Type.Object({ email: emailField, code: secretField, password: secretField }),
    async handler(input) {
      const { address, body } = input
      await acceptInvitation(database, 'staff', { ...body, address, cause: causeOf(input) })
      return { body: { data: { object: 'done' } } }
    },
  })
}

/** The issuer that the authenticator app shows. */
const issuer = `${serviceName} (équipe)`

/**
 * Creates a secret for the caller's authenticator; codes are required once one was confirmed. Refusals:
 * wrong_password, action_not_allowed.
 */
export function beginStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes',
    keys: { staff: 'everybody' },
    summary: 'Préparer ses codes à usage unique',
    answer: { object: oneTimeCodeSecret },
    body: Type.Object({ password: secretField }),
    async handler({ caller, body: { password } }) {
      const begun = await beginOneTimeCodes(database, caller, { password, issuer })
      return { body: { data: { object: 'one_time_code_secret', ...begun } } }
    },
  })
}

/** Turns codes on with the first code. Refusals: invalid_one_time_code, action_not_allowed if none was begun. */
export function confirmStaffCodes({ database }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes/confirm',
    keys: { staff: 'everybody' },
    summary: 'Activer ses codes à usage unique',
    answer: { object: recoveryCodes },
    body: Type.Object({ code: secretField }),
    async handler(input) {
      const given = { code: input.body.code, cause: causeOf(input) }
      const confirmed = await confirmOneTimeCodes(database, input.caller, given)
      return {
        body: { data: { object: 'recovery_codes', recovery_codes: confirmed.recoveryCodes } },
      }
    },
  })
}

/** Turns the caller's codes off. Refusals: wrong_password, too_many_attempts. */
export function removeStaffCodes({ database, isSecondFactorRequired: isRequired }: ApiContext) {
  return route({
    method: 'POST',
    path: '/staff/api/one-time-codes/remove',
    keys: { staff: 'everybody' },
    summary: 'Retirer ses codes à usage unique',
    answer: { object: done },
    body: Type.Object({ password: secretField }),
    async handler(input) {
      const given = { password: input.body.password, cause: causeOf(input), isRequired }
      await removeOneTimeCodes(database, input.caller, given)
      return { body: { data: { object: 'done' } } }
    },
  })
}
