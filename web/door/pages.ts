import type { Realm } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { codePages } from './code.tsx'
import type { Door } from './door.ts'
import { invitationPages } from './invitation.tsx'
import { logInPages } from './log-in.tsx'
import { logOutPage } from './log-out.ts'

/** How people of a realm come in and leave. */
export function doorPages<R extends Realm>(
  context: WebContext,
  door: Door<R>,
): readonly PageRoute[] {
  return [
    ...logInPages(context, door),
    ...codePages(context, door),
    ...invitationPages(context, door),
    logOutPage(context, door),
  ]
}
