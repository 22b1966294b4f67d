import { logOut } from '#use-cases/sessions/log-out.ts'
import type { WebContext } from '#web/context.ts'
import { redirect } from '#web/http/answer.ts'
import { guardedPage, type PageRoute } from '#web/http/route.ts'
import { forgetSession, sessionGuard } from '#web/http/session-guard.ts'
import type { Door } from './door.ts'

/** Ends the session, also that of somebody who may open nothing else. */
export function logOutPage({ database }: WebContext, { realm, paths }: Door): PageRoute {
  return guardedPage(sessionGuard(database, realm, { logInPath: paths.logIn }), {
    method: 'POST',
    path: paths.logOut,
    async handler({ session, requestId }) {
      await logOut(database, session, { requestId })
      return redirect(paths.logIn, {
        cookies: [forgetSession(realm)],
        flash: { tone: 'ok', text: 'Vous êtes déconnecté. À bientôt\u00A0!' },
      })
    },
  })
}
