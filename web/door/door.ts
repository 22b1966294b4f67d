import type { Realm } from '#domain/people/person.ts'
import type { Cookie } from '#web/http/cookies.ts'

/** Where people of a realm log in: what their pages before the door have of their own. */
export interface Door<R extends Realm = Realm> {
  readonly realm: R
  /** As the pages name what is behind it. */
  readonly name: string
  /** In the look of the staff desk. */
  readonly isStaff?: boolean
  readonly paths: {
    readonly home: string
    readonly logIn: string
    readonly code: string
    readonly logOut: string
    readonly invitation: string
  }
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

export function forgetStep(realm: Realm): Cookie {
  return { name: stepCookieName(realm), value: '', maxAgeSeconds: 0 }
}
