import type { WebContext } from '#web/context.ts'
import { ownPasskeyForms } from '#web/door/own-passkeys.tsx'
import type { PageRoute } from '#web/http/route.ts'
import { passkeyQuestion } from '#web/http/session-guard.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, type StaffPage, staffPage } from '#web/staff/staff-page.ts'

/** A staff member's own passkeys, if passkeys are configured. */
export function passkeyPages(context: WebContext): readonly PageRoute[] {
  const forms = ownPasskeyForms<'staff', Desk>(context, {
    paths: { ...paths, codes: paths.account },
    siteName: 'Espace de l’équipe',
    frame: (desk, { content, ...page }) => (
      <StaffFrame desk={desk} {...page}>
        {content}
      </StaffFrame>
    ),
  })
  if (forms === null) return []
  const page = (method: 'GET' | 'POST', path: string, handler: StaffPage['handler']) =>
    staffPage(context, { method, path, permission: 'everybody', handler })
  return [
    page('GET', paths.passkeys, forms.list),
    page('POST', `${paths.passkeys}/preparer`, forms.begin),
    page('POST', `${paths.passkeys}/ajouter`, forms.add),
    page('POST', `${paths.passkeys}/retirer`, forms.remove),
    page('POST', passkeyQuestion(paths.passkeys), forms.question),
  ]
}
