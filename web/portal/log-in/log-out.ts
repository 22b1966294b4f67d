import { logOut } from '#db/commands/log-out.ts'
import type { WebContext } from '#web/context.ts'
import { redirect } from '#web/http/answer.ts'
import { guardedPage, type PageRoute } from '#web/http/route.ts'
import { forgetSession, sessionGuard } from '#web/http/session-guard.ts'
import { paths } from '#web/portal/paths.ts'

/** Ends the session, also that of somebody whose merchant has no service. */
export function logOutPage({ database }: WebContext): PageRoute {
  return guardedPage(sessionGuard(database, 'portal', { logInPath: paths.logIn }), {
    method: 'POST',
    path: paths.logOut,
    async handler({ session, requestId }) {
      await logOut(database, session, { requestId })
      return redirect(paths.logIn, {
        cookies: [forgetSession('portal')],
        flash: { tone: 'ok', text: 'Vous êtes déconnecté. À bientôt\u00A0!' },
      })
    },
  })
}
