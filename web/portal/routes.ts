import type { WebContext } from '#web/context.ts'
import type { PageRoute } from '#web/http/route.ts'
import { accountPages } from './account/account.tsx'
import { authorizedAccountPages } from './authorized-accounts/pages.tsx'
import { balancePages } from './balance/pages.tsx'
import { dashboardPage } from './dashboard/page.tsx'
import { keyPages } from './keys/pages.tsx'
import { codePages } from './log-in/code.tsx'
import { invitationPages } from './log-in/invitation.tsx'
import { logInPages } from './log-in/log-in.tsx'
import { logOutPage } from './log-in/log-out.ts'
import { payoutPages } from './payouts/pages.tsx'
import { placePages } from './place.tsx'
import { refundPages } from './refunds/pages.tsx'
import { transactionPages } from './transactions/pages.tsx'

/** The map of the portal. */
export function portalPages(context: WebContext): readonly PageRoute[] {
  return [
    ...logInPages(context),
    ...codePages(context),
    ...invitationPages(context),
    logOutPage(context),
    ...accountPages(context),
    ...placePages(context),
    dashboardPage(context),
    ...transactionPages(context),
    ...keyPages(context),
    ...balancePages(context),
    ...payoutPages(context),
    ...refundPages(context),
    ...authorizedAccountPages(context),
  ]
}
