import type { Person, Realm } from '#domain/people/person.ts'
import { newDevice } from '#use-cases/sessions/known-devices.ts'
import { isApiPath } from '#http/api-path.ts'
import type { WebContext } from '#web/context.ts'
import { isLocalPath } from '#web/http/answer.ts'
import { type PageDefinition, type PageRoute, publicPage } from '#web/http/route.ts'
import type { Cookie } from '#web/http/cookies.ts'

/** Where people of a realm log in: what is specific to their pages before the log-in. */
export interface Door<R extends Realm = Realm> {
  readonly realm: R
  /** In the look of the staff desk. */
  readonly isStaff?: boolean
  readonly paths: {
    readonly home: string
    readonly logIn: string
    readonly code: string
    /** The address where a passkey is the second step. */
    readonly codePasskey: string
    /** The address where a passkey is the whole log-in. */
    readonly passkey: string
    readonly logOut: string
    readonly invitation: string
    /** The address for replacing a forgotten password by mail; absent for staff, where that takes two administrators. */
    readonly forgotten?: { readonly ask: string; readonly choose: string }
    /** The address where merchants sign up; absent for staff, and if signing up is closed. */
    readonly signUp?: { readonly ask: string; readonly confirm: string }
  }
}

/** A page before the log-in: those of the portal are in English too. */
export function doorPage({ realm }: Pick<Door, 'realm'>, page: PageDefinition<null>): PageRoute {
  return publicPage({ ...page, isBilingual: realm === 'portal' })
}

/** Name of the cookie that remembers a log-in between its password and its one-time code. */
export function stepCookieName(realm: Realm): string {
  return `${realm}_step`
}

const stepSeconds = 300

/** Gives access to the next step only. */
export function stepCookie(realm: Realm, token: string): Cookie {
  return { name: stepCookieName(realm), value: token, maxAgeSeconds: stepSeconds }
}

/** Name of the cookie by which an account recognises a device. */
export function deviceCookieName(realm: Realm): string {
  return `${realm}_device`
}

const deviceSeconds = 180 * 86_400

/** Records that somebody has logged in here; it gives no access. */
export function deviceCookie(
  { keyring }: WebContext['database'],
  { realm, email }: Person,
): Cookie {
  const value = newDevice(keyring, realm, email)
  return { name: deviceCookieName(realm), value, maxAgeSeconds: deviceSeconds }
}

export function forgetStep(realm: Realm): Cookie {
  return { name: stepCookieName(realm), value: '', maxAgeSeconds: 0 }
}

/** Where to go after a log-in: only ever a page of the same realm, whatever the address says. */
export function safeNext({ paths: { home } }: Pick<Door, 'paths'>, next: string): string {
  if (!isLocalPath(next) || isApiPath(next)) return home
  // As a browser reads it: dots may lead out of the realm, to a page that a stranger has made.
  const { pathname } = new URL(next, 'https://here.example')
  return pathname === home || pathname.startsWith(`${home}/`) ? next : home
}
