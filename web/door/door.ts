import type { Person, Realm } from '#domain/people/person.ts'
import { newDevice } from '#use-cases/sessions/known-devices.ts'
import { isApiPath } from '#http/api-path.ts'
import type { WebContext } from '#web/context.ts'
import { isLocalPath } from '#web/http/answer.ts'
import { type PageDefinition, type PageRoute, publicPage } from '#web/http/route.ts'
import type { Cookie } from '#web/http/cookies.ts'

/** Where people of a realm log in: what their pages before the door have of their own. */
export interface Door<R extends Realm = Realm> {
  readonly realm: R
  /** In the look of the staff desk. */
  readonly isStaff?: boolean
  readonly paths: {
    readonly home: string
    readonly logIn: string
    readonly code: string
    /** Where a passkey is the second step. */
    readonly codePasskey: string
    /** Where a passkey is the whole log-in. */
    readonly passkey: string
    readonly logOut: string
    readonly invitation: string
    /** Where a forgotten password is replaced by mail; left out of the staff, where that takes two administrators. */
    readonly forgotten?: { readonly ask: string; readonly choose: string }
    /** Where a merchant signs up by itself; left out of the staff, and where that is closed. */
    readonly signUp?: { readonly ask: string; readonly confirm: string }
  }
}

/** A page before the door: that of the portal speaks English too. */
export function doorPage({ realm }: Pick<Door, 'realm'>, page: PageDefinition<null>): PageRoute {
  return publicPage({ ...page, isBilingual: realm === 'portal' })
}

/** Name of the cookie that remembers a log-in between its password and its one-time code. */
export function stepCookieName(realm: Realm): string {
  return `${realm}_step`
}

const stepSeconds = 300

/** Opens nothing but the next step. */
export function stepCookie(realm: Realm, token: string): Cookie {
  return { name: stepCookieName(realm), value: token, maxAgeSeconds: stepSeconds }
}

/** Name of the cookie by which an account knows a device again. */
export function deviceCookieName(realm: Realm): string {
  return `${realm}_device`
}

const deviceSeconds = 180 * 86_400

/** Keeps that somebody has logged in here; it opens nothing. */
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

/** Where to go after a log-in: a page behind the same door, whatever the address says. */
export function safeNext({ paths: { home } }: Pick<Door, 'paths'>, next: string): string {
  const isOurs = next === home || next.startsWith(`${home}/`)
  return isOurs && isLocalPath(next) && !isApiPath(next) ? next : home
}
