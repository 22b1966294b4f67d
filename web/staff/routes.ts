import type { WebContext } from '#web/context.ts'
import { doorPages } from '#web/door/pages.ts'
import type { PageRoute } from '#web/http/route.ts'
import { accountChangePages } from './account-changes/pages.tsx'
import { accountPages } from './account/pages.tsx'
import { staffDoor } from './staff-page.ts'
import { fundsPages } from './funds/pages.tsx'
import { fundsRulePages } from './funds/rules.tsx'
import { homePage } from './desk/home.tsx'
import { lateOutcomePages } from './late-outcomes/pages.tsx'
import { memberPages } from './people/pages.tsx'
import { rightsPage } from './people/rights.tsx'
import { openingPages } from './openings/pages.tsx'
import { merchantPages } from './merchants/pages.tsx'
import { noticePages } from './notices/page.tsx'
import { proofPages } from './ledger-proofs/pages.tsx'
import { authorizedAccountPages } from './authorized-accounts/pages.tsx'
import { statePage } from './figures/page.tsx'
import { suspensionPages } from './suspensions/pages.tsx'
import { reconciliationPages } from './reconciliation/pages.tsx'
import { silentPayoutPages } from './payouts/pages.tsx'
import { contradictionPages } from './contradictions/pages.tsx'
import { refundPages } from './refunds/pages.tsx'
import { auditPage } from './audit/page.tsx'
import { operatorPages } from './operators/pages.tsx'
import { termsPages } from './pricing/pages.tsx'
import { ratePages } from './rates/pages.tsx'
import { searchPages } from './search/pages.tsx'
import { transactionPage } from './transactions/page.tsx'
import { transferPages } from './transfers/pages.tsx'

/** All routes of the staff desk's pages. */
export function staffPages(context: WebContext): readonly PageRoute[] {
  return [
    ...doorPages(context, staffDoor),
    homePage(context),
    ...noticePages(context),
    ...transferPages(context),
    ...refundPages(context),
    ...silentPayoutPages(context),
    ...contradictionPages(context),
    ...fundsPages(context),
    ...fundsRulePages(context),
    ...lateOutcomePages(context),
    ...authorizedAccountPages(context),
    ...reconciliationPages(context),
    ...proofPages(context),
    ...suspensionPages(context),
    statePage(context),
    ...searchPages(context),
    transactionPage(context),
    ...openingPages(context),
    ...merchantPages(context),
    ...operatorPages(context),
    ...ratePages(context),
    ...termsPages(context),
    ...memberPages(context),
    rightsPage(context),
    ...accountChangePages(context),
    auditPage(context),
    ...accountPages(context),
  ]
}
