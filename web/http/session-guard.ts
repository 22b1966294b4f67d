import type { Realm } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { csrfToken, type OpenedSession, type Session } from '#use-cases/sessions/sessions.ts'
import { redirect } from './answer.ts'
import type { Cookie } from './cookies.ts'
import type { PageGuard } from './route.ts'

/** Name of the field of the query that says where somebody wanted to go before they had to log in. */
export const nextField = 'next'

/** The door of pages for people who are logged in to this realm: others are led to its log-in, and back afterwards. */
export function sessionGuard<R extends Realm>(
  database: Pick<WebContext['database'], 'pool' | 'keyring'>,
  realm: R,
  { logInPath }: { readonly logInPath: string },
): PageGuard<Session<R>> {
  return {
    async open(request) {
      const token = request.cookie(cookieNames[realm])
      const session = token === undefined ? null : await readSession(database, realm, token)
      if (session !== null) {
        return { kind: 'entry', session, csrfToken: csrfToken(database, session) }
      }
      // A form cannot be sent again after the log-in: who sent one starts at the front.
      const next =
        request.method === 'GET' ? `?${nextField}=${encodeURIComponent(request.path)}` : ''
      return redirect(logInPath + next)
    },
  }
}

/** Keeps a session that was just opened in the browser, until it is closed or the session ends. */
export function sessionCookie({ token, session }: OpenedSession): Cookie {
  return { name: cookieNames[session.person.realm], value: token, maxAgeSeconds: null }
}

/** Forgets the session of a realm; `logOut` ends it. */
export function forgetSession(realm: Realm): Cookie {
  return { name: cookieNames[realm], value: '', maxAgeSeconds: 0 }
}

const cookieNames: Readonly<Record<Realm, string>> = {
  portal: 'portal_session',
  staff: 'staff_session',
}
