import Type, { type Static, type TSchema } from 'typebox'
import { serviceName } from '#domain/text/service-name.ts'
import { logIn } from '#use-cases/sessions/log-in.ts'
import type { ApiContext } from '#http/context.ts'
import { emailField, textField } from '#http/fields.ts'
import { type Route, route, type RouteInput, type RouteKeys } from '#http/route.ts'
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
import type { NamedSchema } from '#api/schemas/parts.ts'
import { secretField } from '#use-cases/desk/fields.ts'
import { causeOf } from '#api/staff/fields.ts'
import { giveOneTimeCode } from '#use-cases/sessions/give-one-time-code.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { changePassword } from '#use-cases/sessions/change-password.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { beginOneTimeCodes } from '#use-cases/sessions/begin-one-time-codes.ts'
import { confirmOneTimeCodes } from '#use-cases/sessions/confirm-one-time-codes.ts'
import { removeOneTimeCodes } from '#use-cases/sessions/remove-one-time-codes.ts'

/** The caller's own log-in, and what they do with their session. */
export function sessionRoutes(context: ApiContext): readonly Route[] {
  return [...logInRoutes(context), ...ownRoutes(context), ...codeRoutes(context)]
}

function logInRoutes({ database }: ApiContext): readonly Route[] {
  return [
    // The first step, and the only one without one-time codes. Refusals: invalid_credentials, too_many_attempts.
    sessionRoute('none', {
      path: 'log-in',
      summary: 'Se connecter',
      answer: staffLogIn,
      body: Type.Object({
        email: textField('invalid_email', { min: 1, max: 254 }),
        password: secretField,
      }),
      async work({ body, address, ...asked }) {
        const given = { ...body, address, cause: causeOf(asked) }
        return presentStaffLogIn(await logIn(database, 'staff', given))
      },
    }),
    // The second step, with the token from the first. Refusals: session_required, invalid_one_time_code,
    // too_many_attempts.
    sessionRoute('none', {
      path: 'log-in/code',
      summary: 'Donner le code à usage unique de la connexion',
      answer: staffLogIn,
      body: Type.Object({ token: secretField, code: secretField }),
      async work({ body, ...asked }) {
        const given = { ...body, cause: causeOf(asked) }
        return presentOpenedSession(await giveOneTimeCode(database, 'staff', given))
      },
    }),
    // Chooses a password; logging in comes next. Refusals: invalid_password, invalid_invitation, too_many_attempts.
    sessionRoute('none', {
      path: 'invitation',
      summary: 'Choisir un mot de passe avec une invitation',
      body: Type.Object({ email: emailField, code: secretField, password: secretField }),
      work: ({ body, address, ...asked }) =>
        acceptInvitation(database, 'staff', { ...body, address, cause: causeOf(asked) }),
    }),
  ]
}

function ownRoutes({ database }: ApiContext): readonly Route[] {
  return [
    sessionRoute(everybody, {
      path: 'log-out',
      summary: 'Se déconnecter',
      work: ({ caller, ...asked }) => logOut(database, caller, causeOf(asked)),
    }),
    route({
      method: 'GET',
      path: '/staff/api/session',
      keys: everybody,
      summary: 'Lire la session',
      answer: { object: staffSession },
      handler: ({ caller }) => ({ body: { data: presentStaffSession(caller) } }),
    }),
    // All sessions end, except that this one continues under a new token. Refusals: invalid_password, wrong_password.
    sessionRoute(everybody, {
      path: 'password',
      summary: 'Changer son mot de passe',
      answer: staffLogIn,
      body: Type.Object({ current_password: secretField, new_password: secretField }),
      async work({ caller, body: { current_password: current, new_password: next }, ...asked }) {
        const change = { current, next, cause: causeOf(asked) }
        return presentOpenedSession(await changePassword<'staff'>(database, caller, change))
      },
    }),
  ]
}

/** The issuer that the authenticator app shows. */
const issuer = `${serviceName} (équipe)`

function codeRoutes({ database, isSecondFactorRequired: isRequired }: ApiContext) {
  return [
    // Codes are required once one was confirmed. Refusals: wrong_password, action_not_allowed.
    sessionRoute(everybody, {
      path: 'one-time-codes',
      summary: 'Préparer ses codes à usage unique',
      answer: oneTimeCodeSecret,
      body: Type.Object({ password: secretField }),
      async work({ caller, body: { password } }) {
        const begun = await beginOneTimeCodes(database, caller, { password, issuer })
        return { object: 'one_time_code_secret', ...begun }
      },
    }),
    // Refusals: invalid_one_time_code, action_not_allowed if none was begun.
    sessionRoute(everybody, {
      path: 'one-time-codes/confirm',
      summary: 'Activer ses codes à usage unique',
      answer: recoveryCodes,
      body: Type.Object({ code: secretField }),
      async work({ caller, body: { code }, ...asked }) {
        const given = { code, cause: causeOf(asked) }
        const confirmed = await confirmOneTimeCodes(database, caller, given)
        return { object: 'recovery_codes', recovery_codes: confirmed.recoveryCodes }
      },
    }),
    // Refusals: wrong_password, too_many_attempts.
    sessionRoute(everybody, {
      path: 'one-time-codes/remove',
      summary: 'Retirer ses codes à usage unique',
      body: Type.Object({ password: secretField }),
      work: ({ caller, body: { password }, ...asked }) =>
        removeOneTimeCodes(database, caller, { password, cause: causeOf(asked), isRequired }),
    }),
  ]
}

const everybody = { staff: 'everybody' } as const

interface SessionRoute<Keys extends RouteKeys, Body extends TSchema> {
  readonly path: string
  readonly summary: string
  readonly body?: Body
  /** What `work` returns; without it the answer says that it is done. */
  readonly answer?: NamedSchema
  readonly work: (input: RouteInput<Static<Body>, unknown, unknown, Keys>) => Promise<object | void>
}

/** A route of a log-in, for everybody, or of a session, for whoever has one. */
function sessionRoute<const Keys extends RouteKeys, Body extends TSchema = Type.TObject<{}>>(
  keys: Keys,
  { path, answer = done, work, ...described }: SessionRoute<Keys, Body>,
): Route {
  return route<Body, Type.TObject<{}>, Type.TObject<{}>, Keys>({
    method: 'POST',
    path: `/staff/api/${path}`,
    keys,
    ...described,
    answer: { object: answer },
    ...(keys === 'none' && { refusals: [401] }),
    handler: async (input) => ({ body: { data: (await work(input)) ?? { object: 'done' } } }),
  })
}
