import type { WebContext } from '#web/context.ts'
import { doorPages } from '#web/door/pages.ts'
import type { PageRoute } from '#web/http/route.ts'
import { accountPages } from './account/account.tsx'
import { authorizedAccountPages } from './authorized-accounts/pages.tsx'
import { balancePages } from './balance/pages.tsx'
import { collectPages } from './collections/pages.tsx'
import { cashSessionPages } from './cash-sessions/pages.tsx'
import { activityPages } from './audit/pages.tsx'
import { apiCallPages } from './api-calls/pages.tsx'
import { daySalesPage } from './day-sales/pages.tsx'
import { dashboardPage } from './dashboard/page.tsx'
import { portalDoorOf } from './portal-page.ts'
import { putAwayPage } from './dashboard/first-steps.tsx'
import { keyPages } from './keys/pages.tsx'
import { notificationPages } from './notifications/pages.tsx'
import { paymentLinkPages } from './payment-links/pages.tsx'
import { openingPages } from './openings/pages.tsx'
import { payoutPages } from './payouts/pages.tsx'
import { refundPages } from './refunds/pages.tsx'
import { searchPages } from './search/pages.tsx'
import { terminalPages } from './terminals/pages.tsx'
import { testToolPages } from './sandbox/pages.tsx'
import { createOperatorConditions, operatorsPage } from './operators/page.tsx'
import { placePages } from './place.tsx'
import { settingsPages } from './settings/pages.tsx'
import { teamPages } from './people/pages.tsx'
import { standingOrderPages } from './standing-orders/pages.tsx'
import { transactionPages } from './transactions/pages.tsx'
import { webhookPages } from './webhooks/pages.ts'

/** All routes of the portal. */
export function portalPages(context: WebContext): readonly PageRoute[] {
  const conditions = createOperatorConditions(context.database)
  return [
    ...doorPages(context, portalDoorOf(context)),
    ...accountPages(context),
    ...placePages(context),
    ...searchPages(context),
    ...notificationPages(context),
    dashboardPage(context, conditions),
    putAwayPage(context),
    ...openingPages(context),
    operatorsPage(context, conditions),
    ...transactionPages(context),
    ...keyPages(context),
    ...balancePages(context),
    ...standingOrderPages(context),
    ...payoutPages(context),
    ...refundPages(context),
    ...authorizedAccountPages(context),
    ...collectPages(context),
    ...paymentLinkPages(context),
    ...terminalPages(context),
    ...cashSessionPages(context),
    daySalesPage(context),
    ...testToolPages(context),
    ...webhookPages(context),
    ...apiCallPages(context),
    ...settingsPages(context),
    ...teamPages(context),
    ...activityPages(context),
  ]
}
