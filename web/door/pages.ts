import type { Realm } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import { guardedPage, type PageRoute } from '#web/http/route.ts'
import { logOut } from '#use-cases/sessions/log-out.ts'
import { redirect } from '#web/http/answer.ts'
import { forgetSession, sessionGuard } from '#web/http/session-guard.ts'
import { codePages } from './code.tsx'
import type { Door } from './door.ts'
import { forgottenPages } from './forgotten.tsx'
import { invitationPages } from './invitation.tsx'
import { logInPages } from './log-in.tsx'
import { passkeyPages } from './passkey.tsx'
import { signUpPages } from './sign-up.tsx'
import { doorWords } from './words.ts'

/** The log-in and log-out pages of a realm. */
export function doorPages<R extends Realm>(
  context: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  return [
    ...logInPages(context, door),
    ...codePages(context, door),
    ...passkeyPages(context, door),
    ...invitationPages(context, door),
    ...forgottenPages(context, door),
    ...signUpPages(context, door),
    logOutPage(context, door),
  ]
}

/** Ends the session, even of somebody who may open nothing else. */
function logOutPage(context: WebContext, { realm, paths }: Door): PageRoute {
  const { database } = context
  return guardedPage(sessionGuard(context, realm, paths), {
    method: 'POST',
    path: paths.logOut,
    isBilingual: realm === 'portal',
    async handler({ session, requestId, language }) {
      await logOut(database, session, { requestId })
      return redirect(paths.logIn, {
        cookies: [forgetSession(realm)],
        flash: { tone: 'ok', text: doorWords[language].logIn.loggedOut },
      })
    },
  })
}
