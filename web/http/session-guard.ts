import type { Realm } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import { type OverSession, readOverSession } from '#use-cases/sessions/kept-form.ts'
import { type ReadSession, readSession } from '#use-cases/sessions/read.ts'
import { csrfToken, type OpenedSession } from '#use-cases/sessions/sessions.ts'
import { redirect } from './answer.ts'
import type { Cookie } from './cookies.ts'
import type { Entry, Lapsed, PageGuard, PageRequest } from './route.ts'

/** Query field with the path to return to after the log-in. */
export const nextField = 'next'

/** Field in which the log-in pages carry a form kept until the log-in is complete (`kept-form.tsx`). */
export const keptField = 'garde'

/** The guard of pages for people logged in to this realm; others are sent to its log-in, and back afterwards. */
export function sessionGuard<R extends Realm>(
  { database, passkeySite }: Pick<WebContext, 'database' | 'passkeySite'>,
  realm: R,
  { logIn: logInPath, passkeys, whenOver }: Behind,
): PageGuard<ReadSession<R>> {
  const entryOf = (session: ReadSession<R>): Entry<ReadSession<R>> => {
    const isAsked = passkeys !== undefined && passkeySite !== null && session.hasPasskeys
    const passkeyPath = isAsked ? passkeyQuestion(passkeys) : null
    return { kind: 'entry', session, csrfToken: csrfToken(database, session), passkeyPath }
  }

  const lapsed = async (request: PageRequest, token: string): Promise<Lapsed | null> => {
    if (whenOver === undefined || request.method !== 'POST') return null
    const over = await readOverSession(database, realm, token)
    return over && { kind: 'lapsed', answer: whenOver(over, request) }
  }

  return {
    async open(request) {
      const token = request.cookie(cookieNames[realm])
      if (token === undefined) return leadTo(logInPath, request)
      const session = await readSession(database, realm, token)
      if (session !== null) return entryOf(session)
      return (await lapsed(request, token)) ?? leadTo(logInPath, request)
    },
  }
}

/** A form cannot be sent again after the log-in unless it is kept, so a POST gets no path to return to. */
function leadTo(logInPath: string, { method, path }: PageRequest) {
  const next = method === 'GET' ? `?${nextField}=${encodeURIComponent(path)}` : ''
  return redirect(logInPath + next)
}

interface Behind {
  readonly logIn: string
  readonly passkeys?: string
  /** What happens to a form whose session is over; without it the form is lost. */
  readonly whenOver?: (over: OverSession, request: PageRequest) => Lapsed['answer']
}

/** Where pages ask for a passkey challenge to confirm a form; below the path of the person's own passkeys. */
export function passkeyQuestion(passkeys: string): string {
  return `${passkeys}/question`
}

/** Keeps a new session in the browser, until it is closed or the session ends. */
export function sessionCookie({ token, session }: OpenedSession): Cookie {
  return { name: cookieNames[session.person.realm], value: token, maxAgeSeconds: null }
}

/** Deletes the session cookie of a realm; `logOut` ends the session itself. */
export function forgetSession(realm: Realm): Cookie {
  return { name: cookieNames[realm], value: '', maxAgeSeconds: 0 }
}

/** The cookie with a session, of each realm. */
export const cookieNames: Readonly<Record<Realm, string>> = {
  portal: 'portal_session',
  staff: 'staff_session',
}
